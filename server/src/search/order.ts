import type { Sort } from "@market/contract/products/product";
import sql, { type Sql } from "sql-template-tag";
import type { Position } from "./cursor.ts";

export type Order = { by: Sql; after(position: Position): Sql };

/** Both columns go the same way, so that a page starts by one comparison of rows, also among many equal prices. */
export const ordersOf = (id: Sql, price: Sql): Record<Sort, Order> => ({
  newest: { by: sql`${id} desc`, after: (last) => sql`${id} < ${last.id}` },
  "price-low": {
    by: sql`${price}, ${id}`,
    after: (last) => sql`(${price}, ${id}) > (${last.pricePaise}, ${last.id})`,
  },
  "price-high": {
    by: sql`${price} desc, ${id} desc`,
    after: (last) => sql`(${price}, ${id}) < (${last.pricePaise}, ${last.id})`,
  },
});

// The filtered list without a framework: node:http, our SQL through our driver, no checks, no hooks. PostgreSQL writes
// the JSON as text, as the product did until decision 120.
// node bench/baselines/bare.ts <port>, the database in DATABASE_URL
import { createServer } from "node:http";
import { priceDropDays } from "@market/contract/limits";
import { openDatabase } from "@market/server/db/database";
import { filteredPage } from "@market/server/lists/lists.sql";

type Filter = Parameters<typeof filteredPage>[0];
type Statement = ReturnType<typeof filteredPage>;
const db = openDatabase(process.env["DATABASE_URL"] ?? "", console.error);
const pageSize = 24;

const isoTime = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const json = `concat(
  '{"_id":"', product.id,
  '","name":', to_json(product.name),
  ',"price":', trim_scale(product.price_paise / 100.0),
  ',"description":', to_json(product.description),
  ',"images":[', (select string_agg(photo.image::text, ',' order by photo.position)
    from photos photo where photo.product_id = product.id),
  '],"createdAt":"', ${isoTime("product.created_at")},
  '","seller":{"_id":"', product.seller_id, '","phone":null},"isSold":', (product.sold_at is not null)::text,
  ',"category":', to_json(product.category),
  ',"condition":', to_json(product.condition),
  ',"locationType":', to_json(product.location_type),
  ',"address":null,"version":', product.version,
  case when product.drafted then ',"drafted":true' end,
  case when product.negotiable then ',"negotiable":true' end,
  case when product.available_from > (now() at time zone 'Asia/Kolkata')::date
    then concat(',"availableFrom":"', product.available_from, '"') end,
  case when product.confirmed_at is not null
    then concat(',"confirmedAt":"', ${isoTime("product.confirmed_at")}, '"') end,
  case when product.sold_at is null then concat(
    case when product.reserved_until > now()
      then concat(',"reservedUntil":"', ${isoTime("product.reserved_until")}, '"') end,
    case when product.price_dropped_at > now() - interval '${priceDropDays} days'
      then concat(',"previousPrice":', trim_scale(product.previous_price_paise / 100.0)) end,
    case when product.expired_at is not null then ',"expired":true' end) end,
  '}')`;

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost");
  const filter = Object.fromEntries(searchParams) as unknown as Filter;
  // One row more than a page, which a server needs to name the next page.
  const page = filteredPage(filter, pageSize + 1);
  const text = `select product.id, product.price_paise, product.sold_at is not null as is_sold, ${json} as json ${page.text}`;
  void db.query<{ json: string }>({ text, values: page.values } as Statement).then((rows) => {
    const body = `[${rows
      .slice(0, pageSize)
      .map((row) => row.json)
      .join(",")}]`;
    response
      .writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(body),
      })
      .end(body);
  });
}).listen(Number(process.argv[2]), "127.0.0.1");

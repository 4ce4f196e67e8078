// The filtered list with nothing around it: node:http, our SQL through our driver, no checks, no hooks.
// node bench/baselines/bare.ts <port>, the database in DATABASE_URL
import { createServer } from "node:http";
import { openDatabase } from "@market/server/db/database";
import { selectFilteredProducts } from "@market/server/products/products.sql";

type Filter = Parameters<typeof selectFilteredProducts>[1];
const db = openDatabase(process.env["DATABASE_URL"] ?? "", console.error);
const pageSize = 24;

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost");
  const filter = Object.fromEntries(searchParams) as unknown as Filter;
  // One more than a page, as a server that names the next page must ask.
  void selectFilteredProducts(db, filter, pageSize + 1).then((rows) => {
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

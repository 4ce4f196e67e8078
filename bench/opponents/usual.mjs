// The shape of the usual student project: Express, rows made into model objects, related rows fetched
// for them, offset paging, a count for the pager. Same tables, same indexes, same answer.
// node bench/opponents/usual.mjs <port>, the database in DATABASE_URL
import express from "express";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 });
const bands = {
  "0-100": [0, 100],
  "100-500": [100, 500],
  "500-1000": [500, 1000],
  "1000-2000": [1000, 2000],
  "2000-5000+": [2000, 10_000_000],
};

/** A row as an object-relational mapper hands it over: getters, and a copy for JSON. */
class Model {
  constructor(row, related) {
    this.row = row;
    this.related = related;
  }
  get(name) {
    return this.row[name];
  }
  toJSON() {
    const { photos, seller } = this.related;
    return {
      _id: this.get("id"),
      name: this.get("name"),
      price: this.get("price_paise") / 100,
      description: this.get("description"),
      images: photos.map((photo) => photo.image),
      createdAt: this.get("created_at"),
      seller: { _id: seller.id, phone: null },
      isSold: this.get("sold_at") !== null,
      category: this.get("category"),
      condition: this.get("condition"),
      locationType: this.get("location_type"),
      address: null,
      version: this.get("version"),
    };
  }
}

function conditionsOf({ category, condition, locationType, priceRange }) {
  const [texts, values] = [["listed"], []];
  const add = (text, value) => texts.push(text.replace("?", `$${values.push(value)}`));
  if (category) add("category = ?", category);
  if (condition) add("condition = ?", condition);
  if (locationType) add("location_type = ?", locationType);
  if (priceRange) {
    const [least, most] = bands[priceRange];
    add("price_paise >= ?", least * 100);
    add("price_paise <= ?", most * 100);
  }
  return { where: texts.join(" and "), values };
}

const app = express();
app.get("/api/products/filter", async (request, response) => {
  const { where, values } = conditionsOf(request.query);
  const page = Number(request.query.page ?? 1);
  const [{ rows: products }, { rows: counts }] = await Promise.all([
    pool.query(
      `select * from products where ${where} order by id desc limit 24 offset ${(page - 1) * 24}`,
      values,
    ),
    pool.query(`select count(*)::int as total from products where ${where}`, values),
  ]);
  const [{ rows: photos }, { rows: sellers }] = await Promise.all([
    pool.query("select * from photos where product_id = any($1) order by position", [
      products.map(({ id }) => id),
    ]),
    pool.query("select * from users where id = any($1)", [
      products.map((product) => product.seller_id),
    ]),
  ]);
  response.set("x-total-count", String(counts[0].total));
  response.json(
    products.map(
      (product) =>
        new Model(product, {
          photos: photos.filter((photo) => photo.product_id === product.id),
          seller: sellers.find(({ id }) => id === product.seller_id),
        }),
    ),
  );
});
app.listen(Number(process.argv[2]), "127.0.0.1");

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, formOf, list } from "../../test/listings.ts";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket({
    LIMITS_ACTIVE_LISTINGS: "100",
    LIMITS_NEW_LISTINGS_PER_DAY: "100",
  });
  asha = await market.student("Asha", { phone: "+919812345678" });
  rohan = await market.student("Rohan");
});
afterAll(() => market.close());

describe("PUT /api/products/{productId}", () => {
  const edit = async (
    student: TestStudent,
    id: string,
    fields: Record<string, string | undefined>,
    images: string[] = [],
    headers = {},
  ) =>
    student.call("PUT", `/api/products/${id}`, {
      form: await formOf({ ...cycle, ...fields }, images),
      headers,
    });

  it("R438 R439 R440 keeps, drops and adds pictures in the requested order", async () => {
    const { product } = (await list(asha, {}, ["#110000", "#220000", "#330000"])).body;
    const retained = [product.images[2].url, product.images[0].url];
    const fields = { name: "Cycle, repainted", existingImages: JSON.stringify(retained) };
    const { status, body } = await edit(asha, product._id, fields, ["#440000"]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: "Product updated successfully!" });
    expect(body.product.name).toBe("Cycle, repainted");
    expect(body.product.images.map(({ url }: { url: string }) => url).slice(0, 2)).toEqual(
      retained,
    );
    expect(body.product.images).toHaveLength(3);
  });

  it("R416 D02 answers 404 for another student's product, and changes nothing", async () => {
    const { product } = (await list(asha)).body;
    expect((await edit(rohan, product._id, { name: "Mine now" })).status).toBe(404);
    expect(
      (await rohan.call("PUT", `/api/products/${product._id}/toggle-sold`, { json: {} })).status,
    ).toBe(404);
    expect((await rohan.call("DELETE", `/api/products/${product._id}`)).status).toBe(404);
    expect((await asha.get(`/api/products/${product._id}`)).body.product).toMatchObject({
      name: cycle.name,
      isSold: false,
    });
  });

  it.each([
    ["R395", "name", "Product name is required"],
    ["R396", "price", "Price is required"],
    ["R397", "description", "Description is required"],
    ["R398", "address", "Address is required"],
    ["R399", "locationType", "Location type is required"],
    ["R400", "category", "Category is required"],
    ["R401", "condition", "Condition is required"],
  ])("%s refuses an edit without %s", async (_, field, message) => {
    const editor = await market.student(`Editor-${field}`);
    const { product } = (await list(editor)).body;
    const { status, body } = await edit(editor, product._id, { [field]: "" });
    expect([status, body.code, body.message]).toEqual([422, "required", message]);
    expect(body.errors).toEqual([{ field, message }]);
  });

  it.each([
    ["abc", "Price must be a number"],
    ["0", "Price must be greater than zero."],
    ["-1", "Price must be greater than zero."],
    ["12.555", "Please use at most two decimals in the price, such as 12.50."],
  ])("R402 Q52 refuses the price %s", async (price, message) => {
    const editor = await market.student(`Editor-of-price-${price}`);
    const { product } = (await list(editor)).body;
    const { status, body } = await edit(editor, product._id, { price });
    expect([status, body.code, body.message]).toEqual([422, "invalid-price", message]);
  });

  it("R403 R404 refuses no picture and more than five", async () => {
    const editor = await market.student("Editor-of-pictures");
    const { product } = (await list(editor, {}, ["#110000", "#220000", "#330000"])).body;
    const none = await edit(editor, product._id, { existingImages: "[]" });
    expect([none.status, none.body.message]).toEqual([422, "Please upload at least one image"]);
    const six = await edit(editor, product._id, {}, ["#440000", "#550000", "#660000"]);
    expect([six.status, six.body.message]).toEqual([422, "Maximum 5 images allowed (you have 6)"]);
  });

  it(
    "R405 refuses a picture of 15 MB and one byte with the edit form's sentence",
    { tags: "sweep" },
    async () => {
      const editor = await market.student("Editor-of-large-pictures");
      const { product } = (await list(editor)).body;
      for (const bytes of [15_728_641, 90_000_000]) {
        const form = await formOf(cycle, []);
        form.append("images", new Blob([new Uint8Array(bytes)]), "photo.jpg");
        const { status, body } = await editor.call("PUT", `/api/products/${product._id}`, { form });
        expect([status, body.code]).toEqual([413, "image-too-large"]);
        expect(body.message).toBe("Each image must be under 15MB");
      }
    },
  );

  it("Q58 refuses pictures of another product and addresses from elsewhere", async () => {
    const { product } = (await list(asha)).body;
    const other = (await list(rohan)).body.product;
    for (const url of [other.images[0].url, "https://evil.example/x.jpg", "javascript:alert(1)"]) {
      const { status, body } = await edit(asha, product._id, {
        existingImages: JSON.stringify([url]),
      });
      expect([status, body.code]).toEqual([422, "foreign-image"]);
    }
    expect((await edit(asha, product._id, { existingImages: "{not json" })).body.code).toBe(
      "invalid-json",
    );
  });

  it("refuses an edit made from an older version", async () => {
    const { product } = (await list(asha)).body;
    expect(
      (await edit(asha, product._id, { name: "First" }, [], { "if-match": `"${product.version}"` }))
        .status,
    ).toBe(200);
    const late = await edit(asha, product._id, { name: "Second" }, [], {
      "if-match": `"${product.version}"`,
    });
    expect([late.status, late.body.code]).toEqual([412, "stale-product"]);
  });
});

describe("P9 two changes of one product at the same moment", () => {
  const at = (id: string) => `/api/products/${id}`;

  it("come one after the other, in either order, when one of them deletes", async () => {
    for (let round = 0; round < 12; round++) {
      const id = (await list(asha)).body.product._id;
      const form = await formOf({ ...cycle, name: "Edited" }, round % 2 === 0 ? [] : ["#202020"]);
      const [edited, deleted] = await Promise.all([
        asha.call("PUT", at(id), { form }),
        asha.call("DELETE", at(id)),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(edited.status);
      expect((await asha.get(at(id))).status).toBe(404);
    }
  });

  it("of which both were made from one version leave one winner, whole", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "if-match": `"${product.version}"` };
    const names = ["One", "Other", "Third"];
    const forms = await Promise.all(
      names.map((name) => formOf({ ...cycle, name, description: name }, [])),
    );
    const answers = await Promise.all(
      forms.map((form) => asha.call("PUT", at(product._id), { form, headers })),
    );
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 412, 412]);
    const winner = names[answers.findIndex(({ status }) => status === 200)];
    const left = (await asha.get(at(product._id))).body.product;
    expect([left.name, left.description]).toEqual([winner, winner]);
  });

  it("flip once when they are one toggle sent three times under its key", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "idempotency-key": "one-toggle-sent-thrice" };
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        asha.call("PUT", `${at(product._id)}/toggle-sold`, { json: {}, headers }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.isSold])).toEqual(
      Array.from({ length: 3 }, () => [200, true]),
    );
    expect((await asha.get(at(product._id))).body.product.isSold).toBe(true);
  });
});

describe("P9 two requests at the same moment", () => {
  const at = (id: string) => `/api/products/${id}`;
  const toggle = (id: string) => asha.call("PUT", `${at(id)}/toggle-sold`, { json: {} });
  const statuses = async (...calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b);

  it("both count when they are two toggles, or an edit and a toggle", async () => {
    const { _id: id, version } = (await list(asha)).body.product;
    const [one, other] = await Promise.all([toggle(id), toggle(id)]);
    expect([one.status, other.status, one.body.isSold]).toEqual([200, 200, !other.body.isSold]);
    const form = await formOf({ ...cycle, name: "Edited" }, []);
    expect(await statuses(asha.call("PUT", at(id), { form }), toggle(id))).toEqual([200, 200]);
    expect((await asha.get(at(id))).body.product).toMatchObject({
      name: "Edited",
      isSold: true,
      version: version + 4,
    });
  });

  it("delete once, and answer alike only under one key", async () => {
    const [one, other] = [(await list(asha)).body.product, (await list(asha)).body.product];
    const remove = (id: string, headers = {}) => asha.call("DELETE", at(id), { headers });
    expect(await statuses(remove(one._id), remove(one._id))).toEqual([200, 404]);
    const key = { "idempotency-key": "one-deletion-sent-twice" };
    expect(await statuses(remove(other._id, key), remove(other._id, key))).toEqual([200, 200]);
  });
});

describe("toggle-sold, delete and click", () => {
  it("R441 R481 R482 Q59 toggles without a body, also under a JSON content type, and otherwise sets the requested state", async () => {
    const { product } = (await list(asha)).body;
    const path = `/api/products/${product._id}/toggle-sold`;
    const flipped = await asha.call("PUT", path, {
      headers: { "content-type": "application/json" },
    });
    expect(flipped.body).toEqual({
      success: true,
      message: "Product marked as sold",
      isSold: true,
    });
    const set = await asha.call("PUT", path, { json: { isSold: false } });
    expect(set.body).toEqual({ success: true, message: "Product marked as unsold", isSold: false });
    const again = await asha.call("PUT", path, { json: { isSold: false } });
    expect(again.body.isSold).toBe(false);
    expect((await asha.call("PUT", path, { json: { isSold: "yes" } })).status).toBe(422);
  });

  it("R442 R484 deletes a product once, with an empty JSON body too", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "content-type": "application/json" };
    const first = await asha.call("DELETE", `/api/products/${product._id}`, { headers });
    expect([first.status, first.body.message]).toEqual([200, "Product deleted successfully!"]);
    expect((await asha.call("DELETE", `/api/products/${product._id}`, { headers })).status).toBe(
      404,
    );
    expect((await rohan.get(`/api/products/${product._id}`)).status).toBe(404);
  });

  it("R443 Q60 accepts a visitor's click with an empty JSON body, and reveals nothing about absent products", async () => {
    const { product } = (await list(asha)).body;
    const headers = { "content-type": "application/json" };
    for (const id of [product._id, "01994e50-0000-7000-8000-000000000000"]) {
      expect(
        (await market.stranger.call("POST", `/api/products/${id}/click`, { headers })).status,
      ).toBe(204);
    }
  });

  it("D17 refuses a write from another site", async () => {
    const { product } = (await list(asha)).body;
    const headers = { origin: "https://evil.example" };
    const { status, body } = await asha.call("PUT", `/api/products/${product._id}/toggle-sold`, {
      headers,
    });
    expect([status, body.code]).toEqual([403, "foreign-origin"]);
  });
});

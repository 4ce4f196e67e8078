import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import { pagesOfOne, protectedPages, publicPages } from "@market/contract/pages/pages";
import fc from "fast-check";
import { calls } from "./calls.ts";
import { headersOf, type Known, odd } from "./strange-headers.ts";

export type StrangeRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
};
const coded = (text: string) => encodeURIComponent(text.toWellFormed());

const otherPaths = [
  ...publicPages,
  ...protectedPages,
  ...pagesOfOne,
  "/leaving/{id}/card.jpg",
  "/photos/{id}",
  "/avatars/{id}",
  "/avatars/{id}/micah",
  "/item/{id}/card.jpg",
  "/new/card.jpg",
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/openapi.json",
  "/api/docs",
  "/.well-known/jwks.json",
  "/manifest.webmanifest",
  "/sell/share",
  "/service-worker.js",
  "/api/{id}",
  "/{id}",
  "/assets/{id}",
];

function idOf({ productId, photoId }: Known): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(productId, photoId, productId.toUpperCase()) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: odd.map(coded) },
    fc.constantFrom(
      "%00",
      "%ff",
      "%2e%2e%2f",
      "..%2f..%2fetc",
      "%",
      "a".repeat(500),
      "{",
      "%u0041",
    ),
  );
}

const names =
  "q limit cursor sort category condition locationType priceRange mode attempt state code error name price x __proto__".split(
    " ",
  );
const queryOf = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...names),
        fc.constantFrom("q[]", "q[$ne]", "limit[a][b]"),
        odd.map(coded),
      ),
      fc.oneof(
        fc.constantFrom(
          "1",
          "0",
          "-1",
          "100000",
          "newest",
          "random",
          "New",
          "2000-5000+",
          "%00",
          "%ff%fe",
          "redirect",
        ),
        odd.map(coded),
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

function bodyOf(name: EndpointName, known: Known): fc.Arbitrary<Buffer | undefined> {
  const { sends } = calls[name];
  const right = { ...sends?.json, ...sends?.form };
  const value = fc.oneof(
    odd,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(known.photoId, `["${known.photoId}"]`),
  );
  const json = fc
    .tuple(
      fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(right), "x"), odd), value, {
        maxKeys: 5,
      }),
      fc.subarray(Object.keys(right)),
    )
    .map(([changed, left]) => {
      const rest = Object.fromEntries(Object.entries(right).filter(([key]) => !left.includes(key)));
      return JSON.stringify({ ...rest, ...changed });
    });
  return fc.oneof(
    { weight: 3, arbitrary: json.map((text) => Buffer.from(text)) },
    { weight: 3, arbitrary: formBody(Object.keys(right)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    fc
      .constantFrom(
        "",
        "{",
        "null",
        "[]",
        "0",
        '"x"',
        "{}",
        '{"__proto__":{}}',
        '{"constructor":{"prototype":{}}}',
        "\ufeff{}",
        '{"a":1,"a":2}',
      )
      .map((text) => Buffer.from(text)),
    fc.jsonValue({ maxDepth: 4 }).map((all) => Buffer.from(JSON.stringify(all))),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom(
        "[".repeat(10_000),
        `{"a":${'{"a":'.repeat(2000)}`,
        `"${"x".repeat(70_000)}"`,
        " ".repeat(70_000),
      )
      .map((text) => Buffer.from(text)),
  );
}

/** Context between boundaries of `x`, more or less. */
function formBody(fields: string[]): fc.Arbitrary<Buffer> {
  const field = fc.oneof(
    fc.constantFrom(
      ...fields,
      "images",
      "image",
      "photos",
      "existingImages",
      "seller",
      "__proto__",
      "name",
    ),
    odd,
  );
  const disposition = fc.oneof(
    { weight: 6, arbitrary: field.map((name) => `Content-Disposition: form-data; name="${name}"`) },
    field.map(
      (name) => `Content-Disposition: form-data; name="${name}"; filename="../${name}.jpg"`,
    ),
    fc.constantFrom(
      "",
      "Content-Disposition: form-data",
      "Content-Disposition: attachment",
      "X: y",
      "Content-Type: text/html",
      "x".repeat(20_000),
    ),
  );
  const content = fc.oneof(
    odd,
    fc.constantFrom("\xff\xd8\xff\xe0", "x".repeat(20_000), "--x", "--x--", "\r\n--y\r\n"),
  );
  const end = fc.oneof(
    { weight: 4, arbitrary: fc.constant("--x--\r\n") },
    fc.constantFrom("", "--x", "--x-", "--y--"),
  );
  const between = fc.constantFrom("\r\n\r\n", "\r\n\r\n", "\r\n\r\n", "\n\n", "\r\n");
  return fc
    .tuple(fc.array(fc.tuple(disposition, between, content), { maxLength: 20 }), end)
    .map(([parts, last]) =>
      Buffer.from(
        parts.map(([head, gap, text]) => `--x\r\n${head}${gap}${text}\r\n`).join("") + last,
        "latin1",
      ),
    );
}

const methods = "GET GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND".split(" ");

/** Requests over all calls and pages, from nearly right to nonsense; the same ones for the same seed. */
export function strangeRequests(known: Known, seed: number, count: number): StrangeRequest[] {
  const call = fc.constantFrom(...(Object.keys(endpoints) as EndpointName[])).chain((name) => {
    const { method, path }: Endpoint = endpoints[name];
    return fc.record({
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constant<string>(method) },
        fc.constantFrom(...methods),
      ),
      url: urlOf(path, known),
      headers: headersOf(known),
      body: bodyOf(name, known),
    });
  });
  const page = fc.record({
    method: fc.constantFrom(...methods),
    url: fc.constantFrom(...otherPaths).chain((path) => urlOf(path, known)),
    headers: headersOf(known),
    body: fc.constant(undefined),
  });
  return fc
    .sample(fc.oneof({ weight: 4, arbitrary: call }, page), { seed, numRuns: count })
    .map(fit);
}

/** Guesses the type of a body that was sent without one. */
function fit({ body, headers, ...request }: StrangeRequest): StrangeRequest {
  if (body === undefined || request.method === "GET" || request.method === "HEAD")
    return { ...request, headers, body: undefined };
  const likely = body.subarray(0, 3).equals(Buffer.from("--x"))
    ? "multipart/form-data; boundary=x"
    : "application/json";
  return { ...request, headers: { "content-type": likely, ...headers }, body };
}

const urlOf = (path: string, known: Known) =>
  fc
    .tuple(idOf(known), fc.oneof({ weight: 2, arbitrary: fc.constant("") }, queryOf))
    .map(([id, query]) => path.replace(/\{\w+\}/g, id) + (query && `?${query}`));

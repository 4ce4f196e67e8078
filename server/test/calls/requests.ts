import { type Endpoint, type EndpointName, endpoints } from "@market/contract/endpoints";
import sharp from "sharp";
import type { CallRow } from "./calls.ts";

type Method = Endpoint["method"];
/** Members or fields that a sender adds to a valid call. */
export type Extras = Record<string, unknown>;
export type Request = {
  method: Method;
  url: string;
  sent: { json?: unknown; form?: FormData; headers?: Record<string, string> };
};

const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: "#336699" } })
  .jpeg()
  .toBuffer();

/** Headers that our pages send. */
export const ownPage = { "x-requested-with": "campus-marketplace" };

/** A call as its row describes it. */
export async function requestOf(
  name: EndpointName,
  { sends, who }: CallRow,
  id = "",
  extras: { body?: Extras; query?: string } = {},
): Promise<Request> {
  const endpoint: Endpoint = endpoints[name];
  const query = [sends?.query, extras.query].filter(Boolean).join("&");
  const url = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(id)) + (query && `?${query}`);
  const { method } = endpoint;
  const headers: Record<string, string> = who === "our own pages" ? ownPage : {};
  if (sends?.form)
    return { method, url, sent: { headers, form: await formOf(sends, extras.body) } };
  const json = extras.body ? withMembers(sends?.json, extras.body) : sends?.json;
  return { method, url, sent: json ? { headers, json } : { headers } };
}

/** Written out, because an object literal cannot hold a member called `__proto__` of its own. */
function withMembers(json: Extras = {}, extras: Extras): Extras {
  const all: Extras = { ...json };
  for (const [name, value] of Object.entries(extras))
    Object.defineProperty(all, name, { value, enumerable: true });
  return all;
}

async function formOf(
  { form, picture: field }: NonNullable<CallRow["sends"]>,
  extras: Extras = {},
) {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...form })) data.append(name, value);
  for (const [name, value] of Object.entries(extras)) data.append(name, String(value));
  if (field) data.append(field, new Blob([new Uint8Array(await picture)]), "photo.jpg");
  return data;
}

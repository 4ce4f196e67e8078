import type { AccountProfile } from "@market/contract/identity/schemas";
import type { FastifyInstance } from "fastify";

type Cookie = {
  host: string;
  name: string;
  value: string;
  path: string;
  strict: boolean;
  attributes: string;
};
export type Page = { url: URL; status: number; headers: Headers; text: string };
/** A token, or a refusal. */
type TokenAnswer = {
  token: string;
  expiresAt: string;
  profile: AccountProfile;
  code?: string;
  reason?: string;
};
type Options = {
  method?: "GET" | "POST";
  form?: Record<string, string>;
  headers?: Record<string, string>;
  follow?: boolean;
};

export type TestBrowser = {
  cookies: Cookie[];
  /** Goes to an address and follows redirects, as a click on a page of the product would. */
  open(url: string, options?: Options): Promise<Page>;
  /** Follows redirects from the click on the login button to the last page. */
  signIn(account: string | Record<string, string>, mode?: "popup" | "redirect"): Promise<Page>;
  /** The same, stopped before the browser follows the way back to the product. */
  signInUntilCallback(
    account: string | Record<string, string>,
    mode?: "popup" | "redirect",
  ): Promise<URL>;
  /** Requests as our own page does, with its cookie. */
  token(
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: TokenAnswer }>;
  logOut(): Promise<Page>;
};

const ownPage = { "x-requested-with": "campus-marketplace", "sec-fetch-site": "same-origin" };

/**
 * The part of a browser that sign-in needs: cookies by host, path and SameSite, and redirects between
 * the product (entered directly) and the provider (over the network).
 */
export function createBrowser(app: FastifyInstance, origin: string): TestBrowser {
  const cookies: Cookie[] = [];

  async function load(
    url: URL,
    { method = "GET", form, headers }: Options,
    crossSite: boolean,
  ): Promise<Page> {
    const sent = cookies.filter(
      ({ host, path, strict }) =>
        host === url.hostname && url.pathname.startsWith(path) && !(strict && crossSite),
    );
    const body = form ? new URLSearchParams(form).toString() : undefined;
    const all = {
      ...(sent.length > 0 && {
        cookie: sent.map(({ name, value }) => `${name}=${value}`).join("; "),
      }),
      ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    };
    const page =
      url.origin === origin
        ? await enter(app, url, method, all)
        : await visit(url, { method, headers: all, body, redirect: "manual" });
    for (const line of page.headers.getSetCookie()) keep(line, url);
    return page;
  }

  function keep(line: string, url: URL): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? "/";
    const old = cookies.findIndex(
      (one) => one.host === url.hostname && one.name === name && one.path === path,
    );
    if (old >= 0) cookies.splice(old, 1);
    const expires = attributes.find((text) => /^expires=/i.test(text))?.slice(8);
    if (attributes.includes("Max-Age=0") || (expires && Date.parse(expires) <= Date.now())) return;
    const strict = attributes.some((text) => /^samesite=strict$/i.test(text));
    cookies.push({
      host: url.hostname,
      name,
      value,
      path,
      strict,
      attributes: attributes.join("; "),
    });
  }

  async function open(address: string, options: Options = {}, stopAt?: string): Promise<Page> {
    let url = new URL(address, origin);
    let step = options;
    let crossSite = url.origin !== origin;
    for (;;) {
      const page = await load(url, step, crossSite);
      const location = page.headers.get("location");
      if (location === null || options.follow === false) return page;
      const next = new URL(location, url);
      if (stopAt !== undefined && next.pathname === stopAt) return { ...page, url: next };
      crossSite ||= next.hostname !== url.hostname;
      url = next;
      step = {};
    }
  }

  async function choose(
    account: string | Record<string, string>,
    mode: string,
    stopAt?: string,
  ): Promise<Page> {
    const choice = await open(`/api/auth/start?mode=${mode}&attempt=try-1`);
    if (choice.url.origin === origin) return choice;
    return open(
      choice.url.href,
      { method: "POST", form: typeof account === "string" ? { account } : account },
      stopAt,
    );
  }

  return {
    cookies,
    open,
    signIn: (account, mode = "popup") => choose(account, mode),
    signInUntilCallback: async (account, mode = "popup") =>
      (await choose(account, mode, "/api/auth/callback")).url,
    async token(headers = ownPage) {
      const page = await load(
        new URL("/api/auth/token", origin),
        { method: "POST", headers },
        false,
      );
      return {
        status: page.status,
        headers: page.headers,
        body: JSON.parse(page.text) as TokenAnswer,
      };
    },
    logOut: () =>
      load(new URL("/api/auth/logout", origin), { method: "POST", headers: ownPage }, false),
  };
}

async function enter(
  app: FastifyInstance,
  url: URL,
  method: "GET" | "POST",
  headers: Record<string, string>,
): Promise<Page> {
  const answer = await app.inject({ method, url: url.pathname + url.search, headers });
  const received = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) received.append(name, String(one));
  }
  return { url, status: answer.statusCode, headers: received, text: answer.body };
}

async function visit(url: URL, request: RequestInit): Promise<Page> {
  const answer = await fetch(url, request);
  return { url, status: answer.status, headers: answer.headers, text: await answer.text() };
}

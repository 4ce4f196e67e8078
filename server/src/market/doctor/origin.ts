import type { Config } from "../../config/config.ts";
import type { RequestEcho } from "../../operations/request-echo.routes.ts";
import { describeCause } from "../../config/cause.ts";
import { sendRequest } from "../../operations/send-request.ts";
import { postRequestEcho } from "./request-echo.ts";
import { type Finding, fix, note, ok } from "./finding.ts";
import { unusable } from "./trust.ts";

const part = "Address";
const largestBody = 80_000_000;
const soon = 14 * 24 * 3_600_000;
/** A documentation address (RFC 5737), which no client has. */
const documentationAddress = "203.0.113.77";

type OriginOptions = {
  applicationKey: Buffer | undefined;
  httpPort: number | undefined;
};

/** Requests the market's public address, through every proxy. */
export async function examineOrigin(config: Config, options: OriginOptions): Promise<Finding[]> {
  const { PUBLIC_ORIGIN: origin } = config;
  let until: Date | undefined;
  try {
    const { status, certifiedUntil } = await sendRequest(`${origin}/healthz`);
    until = certifiedUntil;
    if (status !== 200)
      return [
        fix(
          part,
          `${origin} answers ${status}`,
          status >= 502
            ? "The proxy does not reach the market: start the market, or correct the port in the proxy"
            : "Let the proxy pass every path to the market",
        ),
      ];
  } catch (error) {
    return [await unusable(part, `${origin} cannot be opened`, origin, error)];
  }
  const found = [ok(part, `${origin} answers.`)];
  if (until !== undefined) found.push(describeCertificate(until));
  const redirect = await examineRedirect(origin, options.httpPort);
  if (redirect !== undefined) found.push(redirect);
  found.push(await examineWorker(origin));
  found.push(...(await examineEcho(config, options.applicationKey)));
  return found;
}

function describeCertificate(until: Date): Finding {
  const day = until.toISOString().slice(0, 10);
  return until.getTime() - Date.now() < soon
    ? fix(
        part,
        `Its certificate ends on ${day}`,
        "Renew it, and find out why it is not renewed automatically",
      )
    : ok(part, `Its certificate is good until ${day}.`);
}

async function examineRedirect(origin: string, httpPort?: number): Promise<Finding | undefined> {
  const { protocol, port, hostname } = new URL(origin);
  if (protocol !== "https:" || (port !== "" && httpPort === undefined)) return undefined;
  const plain = `http://${hostname}:${httpPort ?? 80}/`;
  const how = "Let the proxy answer http with: return 308 https://$server_name$request_uri;";
  try {
    const { status, headers } = await sendRequest(plain);
    const isLed = status >= 300 && status < 400 && headers.location?.startsWith("https://");
    return isLed
      ? ok(part, "http leads to https.")
      : fix(part, `${plain} answers ${status} and does not lead to https`, how);
  } catch (error) {
    return fix(part, `${plain} does not answer: ${describeCause(error)}`, how);
  }
}

async function examineWorker(origin: string): Promise<Finding> {
  const { status, headers } = await sendRequest(`${origin}/service-worker.js`);
  const isCached = headers.age !== undefined || /hit/i.test(String(headers["x-cache"] ?? ""));
  return status !== 200 || isCached || !/no-store/.test(headers["cache-control"] ?? "")
    ? fix(
        part,
        "The proxy caches /service-worker.js, and phones would keep an old market",
        "Exclude that path from the proxy's cache, and leave Cache-Control unchanged",
      )
    : ok(part, "/service-worker.js is cached nowhere.");
}

async function examineEcho(config: Config, key: Buffer | undefined): Promise<Finding[]> {
  if (key === undefined)
    return [note(part, "The proxies can be checked once the database is available.")];
  if (config.mode === "trial" && !config.TRIAL_OPEN)
    return [note(part, "A trial only answers its own computer, so it has no proxy.")];
  const post = (body: Buffer) =>
    postRequestEcho(config.PUBLIC_ORIGIN, key, body, { "x-forwarded-for": documentationAddress });
  const { status, text } = await post(Buffer.from("market"));
  if (status !== 200)
    return [
      fix(
        part,
        `A different market answers there (${status})`,
        "Point the DNS name and the proxy to this market, or run the doctor with the other one's settings",
      ),
    ];
  const echo = JSON.parse(text) as RequestEcho;
  return [
    examineHost(config.PUBLIC_ORIGIN, echo),
    examineProxies(config.PUBLIC_ORIGIN, echo),
    await examineBody(post),
  ];
}

function examineHost(origin: string, { host }: RequestEcho): Finding {
  const wanted = new URL(origin).host;
  return host === wanted
    ? ok(part, "The proxy keeps the Host.")
    : fix(
        part,
        `The proxy changes the Host to ${host}`,
        "Let it pass on the original: proxy_set_header Host $host;",
      );
}

function examineProxies(origin: string, echo: RequestEcho): Finding {
  const chain = echo.forwardedFor.split(",").map((each) => each.trim());
  const proxies = chain
    .slice(chain.lastIndexOf(documentationAddress) + 1)
    .filter((each) => each !== "").length;
  const { trustedProxies } = echo;
  if (proxies === 0 && origin.startsWith("https:"))
    return fix(
      part,
      "The proxy does not set X-Forwarded-For, so all visitors count as one",
      "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
    );
  if (proxies === trustedProxies) return ok(part, `TRUSTED_PROXIES=${proxies} is what is there.`);
  return fix(
    part,
    trustedProxies < proxies
      ? `${proxies} proxies stand in front and ${trustedProxies} are trusted: all visitors behind the first count as one`
      : `${proxies} proxies stand in front and ${trustedProxies} are trusted: visitors can pretend to be at another address`,
    `Set TRUSTED_PROXIES=${proxies}`,
  );
}

async function examineBody(
  post: (body: Buffer) => ReturnType<typeof sendRequest>,
): Promise<Finding> {
  const how = "Let the proxy take bodies of 80 MB: client_max_body_size 80m;";
  try {
    const { status, text } = await post(Buffer.alloc(largestBody));
    const isWhole = status === 200 && (JSON.parse(text) as RequestEcho).bytes === largestBody;
    return isWhole
      ? ok(part, "Uploads of 80 MB come through.")
      : fix(part, `Uploads of 80 MB do not come through (${status})`, how);
  } catch (error) {
    return fix(part, `Uploads of 80 MB do not come through: ${describeCause(error)}`, how);
  }
}

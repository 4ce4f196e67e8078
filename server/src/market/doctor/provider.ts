import type { Config } from "../../config/config.ts";
import { openProvider } from "../../identity/identity.ts";
import type { IdentityProvider } from "../../identity/sign-in/provider.ts";
import { describeCause, explain } from "../../config/cause.ts";
import { sendRequest } from "../../operations/send-request.ts";
import { type Finding, fix, note, ok } from "./finding.ts";
import { unusable } from "./trust.ts";

const part = "Provider";
/** Seconds; tokens tolerate 60. */
const toleratedClock = 30;

/** Fetches the provider's description, compares clocks, and tries the client id and secret. */
export async function examineProvider(config: Config): Promise<Finding[]> {
  const { OIDC_ISSUER: issuer } = config;
  if (config.mode === "trial" || issuer === undefined)
    return [note(part, "Trial mode has its own, where anyone can log in as any student.")];
  const provider = openProvider(config);
  try {
    await provider.check();
  } catch (error) {
    const what = `Nobody can log in: the provider ${issuer} cannot be used`;
    return [await unusable(part, what, issuer, error)];
  }
  const found = [ok(part, `${issuer} answers under this name.`)];
  const clock = await compareClocks(issuer);
  if (clock !== undefined) found.push(clock);
  try {
    await provider.checkClient();
    found.push(ok(part, "It knows our client id and secret."));
  } catch (error) {
    const how = explain(error).fix;
    found.push(fix(part, `Nobody can log in at ${issuer}: ${describeCause(error)}`, how));
  }
  const refusal = await examineSignIn(config, provider);
  if (refusal !== undefined) found.push(refusal);
  return found;
}

/** Begins a sign-in as a browser does. A provider that refuses it sends the browser back immediately, and says why. */
async function examineSignIn(
  { OIDC_PROMPT: prompt }: Config,
  provider: IdentityProvider,
): Promise<Finding | undefined> {
  const request = { ...provider.newRequest(), mode: "redirect" as const, name: "doctor" };
  const address = await provider.authorizationUrl(request);
  const refusal = await readRefusal(address);
  if (refusal === undefined) return undefined;
  address.searchParams.delete("prompt");
  return (await readRefusal(address)) === undefined
    ? fix(
        part,
        `It refuses OIDC_PROMPT=${prompt}: ${refusal}`,
        `Set OIDC_PROMPT=${prompt === "login" ? "select_account" : "login"}, or allow ${prompt} at the provider`,
      )
    : fix(part, `Nobody can log in: it refuses the request: ${refusal}`, "");
}

/** @returns the provider's error and its own description */
async function readRefusal(address: URL): Promise<string | undefined> {
  const answer = await sendRequest(address.href).catch(() => undefined);
  const back = URL.parse(answer?.headers.location ?? "", address.href)?.searchParams;
  const error = back?.get("state") === address.searchParams.get("state") && back?.get("error");
  if (!error) return undefined;
  const description = back?.get("error_description");
  return [error, description].filter(Boolean).join(", ").replaceAll(/\p{C}/gu, " ").slice(0, 300);
}

async function compareClocks(issuer: string): Promise<Finding | undefined> {
  const address = `${issuer}/.well-known/openid-configuration`;
  const sent = Date.now();
  const answer = await sendRequest(address).catch(() => undefined);
  const theirs = Date.parse(answer?.headers.date ?? "");
  if (Number.isNaN(theirs)) return undefined;
  const seconds = Math.round(((sent + Date.now()) / 2 - theirs) / 1_000);
  if (Math.abs(seconds) <= toleratedClock) return ok("Clock", "It agrees with the provider's.");
  return fix(
    "Clock",
    `This computer's clock is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} the provider's, and sign-ins are refused`,
    "Set it by NTP: timedatectl set-ntp true",
  );
}

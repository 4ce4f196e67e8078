import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { Configuration, default as Provider } from "oidc-provider";
import type { Config } from "../config/config.ts";
import { isInLocalNetwork, isLoopback, isLoopbackHost } from "../config/loopback.ts";
import { callbackPath } from "../identity/cookies.ts";
import type { Log } from "../config/log.ts";
import { accountPage, accountPagePolicy, type AccountChoice } from "./account-page.ts";
import {
  developmentClient,
  developmentHost,
  developmentProviderUrl,
  developmentSubject,
} from "../identity/development-accounts.ts";

type Account = { email: string; name: string; verified: boolean };
type Accounts = Map<string, Account>;

type Options = {
  config: Pick<
    Config,
    "mode" | "PUBLIC_ORIGIN" | "DEVELOPMENT_PROVIDER_PORT" | "TRIAL_OPEN" | "HOST"
  >;
  demoStudents: readonly AccountChoice[];
  log: Pick<Log, "warn">;
};

const accountPath = /^\/account\/[\w-]+$/;
const longestForm = 4096;

/** Starts an identity provider where every visitor can sign in as any student, for trials and tests. @throws Error outside trial mode */
export async function startDevelopmentProvider({ config, demoStudents, log }: Options) {
  const { PUBLIC_ORIGIN, TRIAL_OPEN, HOST } = config;
  const isAllowed = isLoopback(PUBLIC_ORIGIN) || (TRIAL_OPEN && isInLocalNetwork(PUBLIC_ORIGIN));
  if (config.mode !== "trial" || !isAllowed) {
    throw new Error("The development identity provider runs in trial mode on this computer only");
  }
  const host = TRIAL_OPEN && !isLoopbackHost(HOST) ? HOST : developmentHost;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(config.DEVELOPMENT_PROVIDER_PORT, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const issuer = developmentProviderUrl({ PUBLIC_ORIGIN, DEVELOPMENT_PROVIDER_PORT: port });
  const accounts: Accounts = new Map();
  const provider = await createProvider(issuer, PUBLIC_ORIGIN + callbackPath, accounts, log);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    const path = URL.parse(request.url ?? "", issuer)?.pathname ?? "";
    const answered = accountPath.test(path)
      ? chooseAccount(provider, accounts, demoStudents, request, response)
      : answer(request, response);
    answered.catch((error: unknown) => {
      log.warn({ err: error }, "development identity provider");
      if (!response.headersSent)
        response.writeHead(400).end("This sign-in is over. Please start again.");
    });
  });
  return { port, close: () => close(server) };
}

async function createProvider(
  issuer: string,
  redirectUri: string,
  accounts: Accounts,
  log: Options["log"],
): Promise<Provider> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "development" };
  // It warns of a newer runtime and of storage in memory, both right here.
  const consoleWarn = console.warn;
  console.warn = () => undefined;
  try {
    const library = await import("oidc-provider");
    const policy = library.interactionPolicy.base();
    policy.add(
      new library.interactionPolicy.Prompt({ name: "select_account", requestable: true }),
      0,
    );
    const provider = new library.default(issuer, {
      ...configurationOf(redirectUri, accounts, key),
      interactions: { policy, url: interactionUrl },
    });
    provider.on("server_error", (_context, error) =>
      log.warn({ err: error }, "development identity provider"),
    );
    return provider;
  } finally {
    console.warn = consoleWarn;
  }
}

function configurationOf(redirectUri: string, accounts: Accounts, key: JWK): Configuration {
  return {
    clients: [
      {
        client_id: developmentClient.id,
        client_secret: developmentClient.secret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    // E-mail and name belong into the ID token, as Google has it.
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified", "hd"], profile: ["name"] },
    extraParams: ["hd"],
    cookies: { keys: [randomBytes(24).toString("base64url")] },
    jwks: { keys: [key as { kty: string }] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      Session: 600,
      Interaction: 600,
      Grant: 600,
      AccessToken: 60,
      IdToken: 300,
      AuthorizationCode: 60,
    },
    findAccount(_context, id) {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => claimsOf(id, account) };
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId,
        accountId: oidc.session?.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

function claimsOf(sub: string, { email, name, verified }: Account) {
  const hd = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return { sub, email, email_verified: verified, name, hd };
}

const interactionUrl = (_context: unknown, { uid }: { uid: string }) => `/account/${uid}`;

async function chooseAccount(
  provider: Provider,
  accounts: Accounts,
  demoStudents: readonly AccountChoice[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("content-security-policy", accountPagePolicy);
    response.setHeader("cache-control", "no-store").end(accountPage(demoStudents));
    return;
  }
  if (Number(request.headers["content-length"] ?? Infinity) > longestForm)
    throw new Error("The form is too long");
  const form = new URLSearchParams(await text(request));
  if (form.has("cancel")) {
    await provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "cancelled",
    });
    return;
  }
  const account = readAccount(form, demoStudents);
  const login = { accountId: developmentSubject(account.email) };
  accounts.set(login.accountId, account);
  const address = await provider.interactionResult(request, response, {
    login,
    select_account: {},
  });
  await forgetAccount(provider, interaction.session?.uid);
  response.writeHead(303, { location: address }).end();
}

function readAccount(form: URLSearchParams, demoStudents: readonly AccountChoice[]): Account {
  const email = form.get("account") ?? form.get("email") ?? "";
  const known = demoStudents.find((member) => member.email === email);
  const name = known?.name ?? (form.get("name") || email.slice(0, email.indexOf("@")));
  return { email, name, verified: !form.has("unverified") };
}

/** Otherwise a change of account begins with a question whether to leave the old one. */
async function forgetAccount(provider: Provider, uid: string | undefined): Promise<void> {
  const session = uid === undefined ? undefined : await provider.Session.findByUid(uid);
  if (session === undefined) return;
  session.accountId = undefined;
  await session.persist();
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

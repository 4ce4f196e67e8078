import { isLoopback } from "./config/loopback.ts";

/**
 * Every setting: what it is for, what it is when unset, and how its text is read. A reader throws
 * an Error that completes the sentence "NAME …". `.env.example` is generated from this table.
 */
type Setting<T> = { about: string; fallback: string; read(text: string): T };

const must = (what: string): never => {
  throw new Error(`must be ${what}`);
};
const text = (value: string) => value;
const optional = (value: string) => value || undefined;
const whole = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
    ? Number(value)
    : must(`a whole number from ${least} to ${most}`);
const oneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] =>
    values.includes(value) ? value : must(values.join(", "));

const optionalOneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] | undefined =>
    value === "" ? undefined : oneOf(...values)(value);

const webAddress = (value: string): string => {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol)
    ? value.replace(/\/$/, "")
    : must("a web address (https://…)");
};
const optionalAddress = (value: string) => (value === "" ? undefined : webAddress(value));
/** Where ID tokens go: a path of our own origin, or an address that nobody on the way can listen to. */
const tokenAddress = (value: string) => {
  if (value === "" || /^\/(?!\/)/.test(value)) return value || undefined;
  const url = new URL(webAddress(value));
  return url.protocol === "https:" || isLoopback(url.href)
    ? url.href
    : must("a path (/…) or an https:// address");
};
const origin = (value: string) =>
  webAddress(value) === new URL(value).origin
    ? value.replace(/\/$/, "")
    : must("an origin without a path (https://market.example)");
const email = (value: string) =>
  /^[^\s@]+@[^\s@]+$/.test(value) ? value : must("an e-mail address");
const databaseUrl = (value: string) =>
  value === ""
    ? undefined
    : /^postgres(ql)?:\/\//.test(value)
      ? value
      : must("a postgresql:// address");

/** `@x.edu` admits exactly x.edu; `.x.edu` its sub-domains too. */
const suffixes = (value: string): string[] => {
  const list = value.split(",").map((suffix) => suffix.trim().toLowerCase());
  const known = /^[@.][a-z0-9-]+(\.[a-z0-9-]+)+$/;
  return list.every((suffix) => known.test(suffix))
    ? list
    : must("like @college.example (several separated by commas)");
};

export const settings = {
  MODE: {
    about:
      "trial or production; when unset, production once a provider or a public address is named",
    fallback: "",
    read: optionalOneOf("trial", "production"),
  },
  PORT: { about: "Port of the product", fallback: "3000", read: whole(0, 65535) },
  HOST: { about: "Address to listen on", fallback: "127.0.0.1", read: text },
  PUBLIC_ORIGIN: {
    about: "Where students open the product; http://localhost:PORT when unset",
    fallback: "",
    read: origin,
  },
  DATA_DIR: {
    about: "Folder of the embedded database and of the photos",
    fallback: "./data",
    read: text,
  },
  DATABASE_URL: {
    about: "A PostgreSQL 15 to 18 to use instead of the embedded one",
    fallback: "",
    read: databaseUrl,
  },
  DATABASE_SESSION_URL: {
    about:
      "The same past a transaction pooler, for migrations, LISTEN and jobs; DATABASE_URL when unset",
    fallback: "",
    read: databaseUrl,
  },
  STORAGE_URL: {
    about: "s3://bucket?endpoint=…&region=… instead of the folder in DATA_DIR",
    fallback: "",
    read: optional,
  },
  AWS_ACCESS_KEY_ID: { about: "Key of the S3 bucket", fallback: "", read: optional },
  AWS_SECRET_ACCESS_KEY: { about: "Its secret", fallback: "", read: optional },
  AWS_SESSION_TOKEN: {
    about: "Its session token, where there is one",
    fallback: "",
    read: optional,
  },
  OIDC_ISSUER: {
    about: "Issuer address of the identity provider (Google: https://accounts.google.com)",
    fallback: "",
    read: optionalAddress,
  },
  OIDC_CLIENT_ID: { about: "Client id at the provider", fallback: "", read: optional },
  OIDC_CLIENT_SECRET: { about: "Client secret at the provider", fallback: "", read: optional },
  OIDC_HOSTED_DOMAIN: {
    about: "When set, the provider's hd claim must equal it",
    fallback: "",
    read: optional,
  },
  COLLEGE_EMAIL_SUFFIX: {
    about:
      "Which addresses may sign in: @x.edu, or .x.edu for sub-domains too; several with commas",
    fallback: "@cgu.example",
    read: suffixes,
  },
  CAMPUS_NAME: { about: "Name of the campus on the screens", fallback: "CGU", read: text },
  CONTACT_EMAIL: {
    about: "Support address on the screens",
    fallback: "help@cgu.example",
    read: email,
  },
  PARTNER_EMAIL: {
    about: "Address for partners; the support address when unset",
    fallback: "",
    read: optional,
  },
  SOCIAL_INSTAGRAM: { about: "Social media page", fallback: "", read: optionalAddress },
  SOCIAL_LINKEDIN: { about: "Professional network page", fallback: "", read: optionalAddress },
  SOCIAL_CHAT: { about: "Community chat", fallback: "", read: optionalAddress },
  CAREERS_URL: { about: "Careers form", fallback: "", read: optionalAddress },
  ISSUES_CHAT_URL: {
    about: "Community chat for reporting issues",
    fallback: "",
    read: optionalAddress,
  },
  AI_BASE_URL: {
    about: "An OpenAI-compatible endpoint that writes descriptions; the local writer when unset",
    fallback: "",
    read: optionalAddress,
  },
  AI_API_KEY: { about: "Its key", fallback: "", read: optional },
  AI_MODEL: { about: "Its model", fallback: "", read: optional },
  ANALYTICS_URL: {
    about:
      "Event address of a Plausible-compatible service (https://…/api/event); our own counter when unset",
    fallback: "",
    read: optionalAddress,
  },
  TOKEN_SYNC_URL: {
    about:
      "Told of every change of a student's ID token, POST with it as bearer and DELETE on sign-out: a path of this origin, or an address that may hold such tokens; nobody when unset",
    fallback: "",
    read: tokenAddress,
  },
  AVATAR_BASE_URL: {
    about:
      "An outside avatar service with DiceBear's addresses, such as https://api.dicebear.com/9.x; our own when unset",
    fallback: "",
    read: optionalAddress,
  },
  TRUSTED_PROXIES: { about: "How many proxies stand in front", fallback: "0", read: whole(0, 10) },
  BUSY_NOTICE: {
    about: "Server-busy notice: when really busy (auto), always or never",
    fallback: "auto",
    read: oneOf("auto", "on", "off"),
  },
  CART_CURRENCY_SYMBOL: { about: "Currency sign of the cart page", fallback: "$", read: text },
  LOG_LEVEL: {
    about:
      "How much is logged: fatal, error, warn, info, debug, trace or silent; info in production and warn in trial when unset",
    fallback: "",
    read: optionalOneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  },
  METRICS_TOKEN: {
    about: "Bearer token that opens /metrics; closed when unset",
    fallback: "",
    read: optional,
  },
  KEY_SECRET: {
    about: "Seals the signing keys and the application key in the database",
    fallback: "",
    read: optional,
  },
  DEMO_DATA: {
    about: "Load demo data into an empty database (trial mode): on in trial when unset",
    fallback: "",
    read: (value: string) => (value === "" ? undefined : oneOf("on", "off")(value) === "on"),
  },
  TRIAL_OPEN: {
    about:
      "Let other computers reach a trial, in which anybody can sign in as anybody (on), or only this one (off)",
    fallback: "off",
    read: (value: string) => oneOf("on", "off")(value) === "on",
  },
  DEVELOPMENT_PROVIDER_PORT: {
    about: "Port of the development identity provider; PORT+1 when unset",
    fallback: "",
    read: whole(0, 65535),
  },
  LIMITS_ACTIVE_LISTINGS: {
    about: "Unsold products a student may have",
    fallback: "30",
    read: whole(1, 100_000),
  },
  LIMITS_NEW_LISTINGS_PER_DAY: {
    about: "Products a student may list a day",
    fallback: "20",
    read: whole(1, 100_000),
  },
  LIMITS_EDITS_PER_DAY: {
    about: "Changes a student may make a day",
    fallback: "200",
    read: whole(1, 100_000),
  },
  LIMITS_CONTACTS_PER_DAY: {
    about: "Sellers a student may contact a day",
    fallback: "40",
    read: whole(1, 100_000),
  },
  LIMITS_CONTACTS_PER_MINUTE: {
    about: "Sellers a student may contact a minute",
    fallback: "8",
    read: whole(1, 100_000),
  },
  LIMITS_AI_PER_HOUR: {
    about: "Descriptions a student may have written an hour",
    fallback: "10",
    read: whole(1, 100_000),
  },
  LIMITS_REQUESTS_PER_MINUTE: {
    about: "Requests per student and minute; an address may make five times as many",
    fallback: "600",
    read: whole(1, 1_000_000),
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

/** The text of `.env.example`. */
export function exampleEnvironment(): string {
  const entries = Object.entries(settings).map(
    ([name, { about, fallback }]) => `# ${about}\n# ${name}=${fallback}\n`,
  );
  return `# Every setting, with what it is when unset. Secrets may also come from a file: NAME_FILE=/path.\n\n${entries.join("\n")}`;
}

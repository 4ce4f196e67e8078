import { defaultProvider } from "@market/contract/campus";
import { isDay } from "@market/contract/products/product-form";
import { isLoopback } from "./loopback.ts";

/** A reader's Error completes the sentence "NAME …"; `.env.example` is generated from this table. */
type Setting<T> = { about: string; fallback: string; read(text: string): T };

const must = (what: string): never => {
  throw new Error(`must be ${what}`);
};
const text = (value: string) => value;
const optional =
  <T>(read: (value: string) => T) =>
  (value: string) =>
    value === "" ? undefined : read(value);
const whole = (least: number, most: number) => (value: string) =>
  /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most
    ? Number(value)
    : must(`a whole number from ${least} to ${most}`);
const oneOf =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] =>
    values.includes(value) ? value : must(values.join(", "));

const httpUrl = (value: string): string => {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol)
    ? value.replace(/\/$/, "")
    : must("a web address (https://…)");
};
/** ID tokens must be encrypted in transit. */
const tokenUrl = (value: string) => {
  if (/^\/(?!\/)/.test(value)) return value;
  const url = new URL(httpUrl(value));
  return url.protocol === "https:" || isLoopback(url.href)
    ? url.href
    : must("a path (/…) or an https:// address");
};
const origin = (value: string) =>
  httpUrl(value) === new URL(value).origin
    ? value.replace(/\/$/, "")
    : must("an origin without a path (https://market.example)");
const email = (value: string) =>
  /^[^\s@]+@[^\s@]+$/.test(value) ? value : must("an e-mail address");
const emails = (value: string): string[] =>
  value === "" ? [] : value.split(",").map((address) => email(address.trim().toLowerCase()));
const places = (value: string): string[] => {
  const list = value.split(",").map((place) => place.trim());
  const known = list.filter((place) => place !== "");
  return known.length <= 12 && known.every((place) => place.length <= 60)
    ? known
    : must("at most twelve names, of at most 60 characters each");
};
const mailServer = (value: string) => {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ""
    ? value
    : must("like smtp://user:password@mail.college.edu:587, or smtps://…");
};
const databaseUrl = (value: string) =>
  /^postgres(ql)?:\/\//.test(value) ? value : must("a postgresql:// address");
/** `.x.example` stands for every name below it. */
const hosts = (value: string): string[] => {
  const list = value.split(",").map((host) => host.trim().toLowerCase());
  return list.every((host) => /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(host))
    ? list
    : must("names of computers (push.example, .push.example), several separated by commas");
};
const onOff = (value: string) => oneOf("on", "off")(value) === "on";

/** `@x.edu` admits exactly x.edu; `.x.edu` its sub-domains too. */
const suffixes = (value: string): string[] => {
  const list = value.split(",").map((suffix) => suffix.trim().toLowerCase());
  const known = /^[@.][a-z0-9-]+(\.[a-z0-9-]+)+$/;
  return list.every((suffix) => known.test(suffix))
    ? list
    : must("like @college.example (several separated by commas)");
};

/** Days without time, `2027-05-12`. */
const days = (value: string): string[] => {
  const list = value === "" ? [] : value.split(",").map((day) => day.trim());
  return list.every(isDay) ? list : must("days like 2027-05-12, several separated by commas");
};

const setting = <T>(read: Setting<T>["read"], about: string, fallback = ""): Setting<T> => ({
  about,
  fallback,
  read,
});

const limit = (about: string, fallback: string, most = 100_000) =>
  setting(whole(1, most), about, fallback);

export const settings = {
  MODE: setting(
    optional(oneOf("trial", "production")),
    "trial or production; when unset, production once a provider or a public address is named",
  ),
  PORT: setting(whole(0, 65535), "Port of the product", "3000"),
  HOST: setting(text, "Address to listen on", "127.0.0.1"),
  PUBLIC_ORIGIN: setting(
    origin,
    "Where students open the product; http://localhost:PORT when unset",
  ),
  DATA_DIR: setting(text, "Folder of the embedded database and of the photos", "./data"),
  DATABASE_URL: setting(
    optional(databaseUrl),
    "A PostgreSQL 15 to 18 to use instead of the embedded one",
  ),
  DATABASE_SESSION_URL: setting(
    optional(databaseUrl),
    "The same past a transaction pooler, for migrations, LISTEN and jobs; DATABASE_URL when unset",
  ),
  BACKUP_TO: setting(
    optional(text),
    "Folder on another disk, or s3://bucket/folder?endpoint=…&region=…, for a backup every night; none is made when unset",
  ),
  BACKUP_ENCRYPT: setting(
    onOff,
    "Encrypt backups with a key that KEY_SECRET decrypts (on); set it before the first backup in a folder",
    "off",
  ),
  STORAGE_URL: setting(
    optional(text),
    "s3://bucket?endpoint=…&region=… instead of the folder in DATA_DIR",
  ),
  AWS_ACCESS_KEY_ID: setting(optional(text), "Key of the S3 bucket"),
  AWS_SECRET_ACCESS_KEY: setting(optional(text), "Its secret"),
  AWS_SESSION_TOKEN: setting(optional(text), "Its session token, where there is one"),
  OIDC_ISSUER: setting(
    optional(httpUrl),
    "Issuer address of the identity provider (Google: https://accounts.google.com)",
  ),
  OIDC_CLIENT_ID: setting(optional(text), "Client id at the provider"),
  OIDC_CLIENT_SECRET: setting(optional(text), "Client secret at the provider"),
  OIDC_NAME: setting(text, "Name of the provider on buttons and in sentences", defaultProvider),
  OIDC_HOSTED_DOMAIN: setting(optional(text), "When set, the provider's hd claim must equal it"),
  OIDC_PROMPT: setting(
    oneOf("select_account", "login"),
    "What the provider shows first: the choice of accounts (select_account), or the password every time (login)",
    "select_account",
  ),
  COLLEGE_EMAIL_SUFFIX: setting(
    suffixes,
    "Which addresses may sign in: @x.edu, or .x.edu for sub-domains too; several with commas",
    "@cgu.example",
  ),
  CAMPUS_NAME: setting(text, "Name of the campus on the screens", "CGU"),
  CONTACT_EMAIL: setting(email, "Support address on the screens", "help@cgu.example"),
  MEETING_PLACES: setting(
    places,
    "Places on the campus where students may meet, several with commas; shown before a chat",
  ),
  MODERATOR_EMAILS: setting(
    emails,
    "Addresses of the moderators, several with commas; they sign in like students",
  ),
  REPORTS_TO_HIDE: limit(
    "How many students must report a listing to hide it until a moderator decides",
    "3",
  ),
  GRIEVANCE_OFFICER: setting(
    optional(text),
    "Name of the grievance officer on the page /grievance",
  ),
  GRIEVANCE_EMAIL: setting(
    optional(email),
    "Address of the grievance officer; the support address when unset",
  ),
  SMTP_URL: setting(
    optional(mailServer),
    "A mail server, smtp://user:password@host:587 or smtps://…:465; no mail is sent when unset",
  ),
  MAIL_FROM: setting(optional(email), "Sender of the mails; the support address when unset"),
  PUSH: setting(
    onOff,
    "Push notices to the browsers of students who turned that on, through the browser makers' push services (on), or call none (off)",
    "off",
  ),
  PUSH_SERVICES: setting(
    hosts,
    "Push services that may be called: host names, or .name for all its sub-domains; several with commas",
    "fcm.googleapis.com,.push.services.mozilla.com,.push.apple.com,.notify.windows.com",
  ),
  PARTNER_EMAIL: setting(optional(text), "Address for partners; the support address when unset"),
  SOCIAL_INSTAGRAM: setting(optional(httpUrl), "Social media page"),
  SOCIAL_LINKEDIN: setting(optional(httpUrl), "Professional network page"),
  SOCIAL_CHAT: setting(optional(httpUrl), "Community chat"),
  CAREERS_URL: setting(optional(httpUrl), "Careers form"),
  ISSUES_CHAT_URL: setting(optional(httpUrl), "Community chat for reporting issues"),
  AI_BASE_URL: setting(
    optional(httpUrl),
    "An OpenAI-compatible endpoint that writes descriptions; the local writer when unset",
  ),
  AI_API_KEY: setting(optional(text), "Its key"),
  AI_MODEL: setting(optional(text), "Its model"),
  ANALYTICS_URL: setting(
    optional(httpUrl),
    "Event address of a Plausible-compatible service (https://…/api/event); our own counter when unset",
  ),
  TOKEN_SYNC_URL: setting(
    optional(tokenUrl),
    "Receives every change of a student's ID token, POST with the token as bearer and DELETE on sign-out: a path of this origin, or an address that may store such tokens; none when unset",
  ),
  AVATAR_BASE_URL: setting(
    optional(httpUrl),
    "An outside avatar service with DiceBear's addresses, such as https://api.dicebear.com/9.x; our own when unset",
  ),
  TRUSTED_PROXIES: setting(whole(0, 10), "How many proxies are in front of the product", "0"),
  BUSY_NOTICE: setting(
    oneOf("auto", "on", "off"),
    "Server-busy notice: when the server is busy (auto), always or never",
    "auto",
  ),
  CART_CURRENCY_SYMBOL: setting(text, "Currency sign of the cart page", "$"),
  LOG_LEVEL: setting(
    optional(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent")),
    "Log level: fatal, error, warn, info, debug, trace or silent; info in production and warn in trial when unset",
  ),
  METRICS_TOKEN: setting(optional(text), "Bearer token that opens /metrics; closed when unset"),
  KEY_SECRET: setting(
    optional(text),
    "Encrypts the signing keys and the application key in the database",
  ),
  DEMO_DATA: setting(
    optional(onOff),
    "Load demo data into an empty database (trial mode): on in trial when unset",
  ),
  TRIAL_OPEN: setting(
    onOff,
    "Let other computers reach a trial, in which every visitor can sign in as any student (on), or only this one (off)",
    "off",
  ),
  DEVELOPMENT_PROVIDER_PORT: setting(
    whole(0, 65535),
    "Port of the development identity provider; PORT+1 when unset",
  ),
  IMAGE_NICENESS: setting(
    whole(0, 19),
    "How far image processes give way to everything else: 0 (not at all) to 19, as `nice` counts",
    "10",
  ),
  LISTING_DAYS: setting(
    whole(0, 3650),
    "Days without seller activity after which a listing expires; 0 for never, whatever TERM_ENDS contains",
    "90",
  ),
  TERM_ENDS: setting(
    days,
    "Days on which terms end, several with commas; older listings expire a week later, unless their sellers renewed them",
  ),
  LIMITS_ACTIVE_LISTINGS: limit("Unsold products a student may have", "30"),
  LIMITS_NEW_LISTINGS_PER_DAY: limit("Products a student may list a day", "20"),
  LIMITS_EDITS_PER_DAY: limit("Changes a student may make a day", "200"),
  LIMITS_CONTACTS_PER_DAY: limit("Sellers a student may contact a day", "40"),
  LIMITS_CONTACTS_PER_MINUTE: limit("Sellers a student may contact a minute", "8"),
  LIMITS_REPORTS_PER_DAY: limit("Reports a student may send a day", "20"),
  ERASE_AFTER_DAYS: limit("Days after which a deleted account is erased", "7", 365),
  LIMITS_AI_PER_HOUR: limit("Descriptions a student may have generated an hour", "10"),
  LIMITS_REQUESTS_PER_MINUTE: limit(
    "Requests per student and minute; an address may make five times as many",
    "600",
    1_000_000,
  ),
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;

import { defaultProvider } from "@market/contract/campus";
import { isDay } from "@market/contract/products/product-form";
import { z } from "zod";
import { isLoopback } from "./loopback.ts";

/** A schema's error completes the sentence "NAME …"; `.env.example` is generated from descriptions and defaults. */
const text = z.string("must be set");

const whole = (least: number, most: number) =>
  text
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number);
const limit = (most = 100_000) => whole(1, most);
const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, `must be ${values.join(", ")}`);
const onOff = oneOf("on", "off").transform((value) => value === "on");

const isHttp = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? "");
const httpUrl = text
  .refine(isHttp, "must be a web address (https://…)")
  .transform((value) => value.replace(/\/$/, ""));
/** ID tokens must be encrypted in transit. */
const tokenUrl = text.refine(
  (value) =>
    /^\/(?!\/)/.test(value) || (isHttp(value) && (value.startsWith("https:") || isLoopback(value))),
  "must be a path (/…) or an https:// address",
);
const origin = httpUrl.refine(
  (value) => value === new URL(value).origin,
  "must be an origin without a path (https://market.example)",
);
const emailPattern = /^[^\s@]+@[^\s@]+$/;
const email = text.regex(emailPattern, "must be an email address");
const mailServer = text.refine((value) => {
  const url = URL.parse(value);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "";
}, "must be like smtp://user:password@mail.college.edu:587, or smtps://…");
const databaseUrl = text.regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address");

const entriesOf = (value: string) =>
  value === "" ? [] : value.split(",").map((entry) => entry.trim());
const list = (entry: RegExp, error: string) =>
  text
    .transform((value) => entriesOf(value.toLowerCase()))
    .refine((entries) => entries.every((each) => entry.test(each)), error);
const emails = list(emailPattern, "must be an email address");
/** `.x.example` means every name below it. */
const hosts = list(
  /^\.?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
  "must be names of computers (push.example, .push.example), several separated by commas",
);
/** `@x.edu` admits exactly x.edu; `.x.edu` its sub-domains too. */
const suffixes = list(
  /^[@.][a-z0-9-]+(\.[a-z0-9-]+)+$/,
  "must be like @college.example (several separated by commas)",
);
const days = text
  .transform(entriesOf)
  .refine(
    (entries) => entries.every(isDay),
    "must be days like 2027-05-12, several separated by commas",
  );
const places = text
  .transform((value) => entriesOf(value).filter((place) => place !== ""))
  .refine(
    (entries) => entries.length <= 12 && entries.every((place) => place.length <= 60),
    "must be at most twelve names, of at most 60 characters each",
  );

export const settings = {
  MODE: oneOf("trial", "production")
    .optional()
    .describe(
      "trial or production; when unset, production once a provider or a public address is named",
    ),
  PORT: whole(0, 65535).prefault("3000").describe("Port of the product"),
  HOST: text.prefault("127.0.0.1").describe("Address to listen on"),
  PUBLIC_ORIGIN: origin.describe(
    "Where students open the product; http://localhost:PORT when unset",
  ),
  DATA_DIR: text.prefault("./data").describe("Folder of the embedded database and of the photos"),
  DATABASE_URL: databaseUrl
    .optional()
    .describe("A PostgreSQL 15 to 18 to use instead of the embedded one"),
  DATABASE_SESSION_URL: databaseUrl
    .optional()
    .describe("The same past a transaction pooler, for LISTEN and jobs; DATABASE_URL when unset"),
  DATABASE_OWNER_URL: databaseUrl
    .optional()
    .describe(
      "The same as the role that owns the tables, for migrations and market commands; one role does both when unset",
    ),
  DATABASE_TIMEOUT_SECONDS: whole(1, 600)
    .prefault("5")
    .describe("Seconds that a request waits for a free database connection; 503 after that"),
  BACKUP_TO: text
    .optional()
    .describe(
      "Folder on another disk, or s3://bucket/folder?endpoint=…&region=…, for a backup every night; none is made when unset",
    ),
  BACKUP_ENCRYPT: onOff
    .prefault("off")
    .describe(
      "Encrypt backups with a key that KEY_SECRET decrypts (on); set it before the first backup in a folder",
    ),
  STORAGE_URL: text
    .optional()
    .describe("s3://bucket?endpoint=…&region=… instead of the folder in DATA_DIR"),
  AWS_ACCESS_KEY_ID: text.optional().describe("Key of the S3 bucket"),
  AWS_SECRET_ACCESS_KEY: text.optional().describe("Its secret"),
  AWS_SESSION_TOKEN: text.optional().describe("Its session token, where there is one"),
  OIDC_ISSUER: httpUrl
    .optional()
    .describe("Issuer address of the identity provider (Google: https://accounts.google.com)"),
  OIDC_CLIENT_ID: text.optional().describe("Client id at the provider"),
  OIDC_CLIENT_SECRET: text.optional().describe("Client secret at the provider"),
  OIDC_NAME: text
    .prefault(defaultProvider)
    .describe("Name of the provider on buttons and in sentences"),
  OIDC_HOSTED_DOMAIN: text.optional().describe("When set, the provider's hd claim must equal it"),
  OIDC_PROMPT: oneOf("select_account", "login")
    .prefault("select_account")
    .describe(
      "What the provider shows first: the choice of accounts (select_account), or the password every time (login)",
    ),
  COLLEGE_EMAIL_SUFFIX: suffixes
    .prefault("@cgu.example")
    .describe(
      "Which addresses may log in: @x.edu, or .x.edu for sub-domains too; several with commas",
    ),
  CAMPUS_NAME: text.prefault("CGU").describe("Name of the campus on the screens"),
  CONTACT_EMAIL: email.prefault("help@cgu.example").describe("Support address on the screens"),
  MEETING_PLACES: places
    .prefault("")
    .describe(
      "Places on the campus where students may meet, several with commas; shown before a chat",
    ),
  MODERATOR_EMAILS: emails
    .prefault("")
    .describe("Addresses of the moderators, several with commas; they log in like students"),
  REPORTS_TO_HIDE: limit()
    .prefault("3")
    .describe("How many students must report a listing to hide it until a moderator decides"),
  GRIEVANCE_OFFICER: text
    .optional()
    .describe("Name of the grievance officer on the page /grievance"),
  GRIEVANCE_EMAIL: email
    .optional()
    .describe("Address of the grievance officer; the support address when unset"),
  SMTP_URL: mailServer
    .optional()
    .describe(
      "A mail server, smtp://user:password@host:587 or smtps://…:465; no mail is sent when unset",
    ),
  MAIL_FROM: email.optional().describe("Sender of the mails; the support address when unset"),
  PUSH: onOff
    .prefault("off")
    .describe(
      "Push notices to the browsers of students who turned that on, through the browser makers' push services (on), or call none (off)",
    ),
  PUSH_SERVICES: hosts
    .prefault("fcm.googleapis.com,.push.services.mozilla.com,.push.apple.com,.notify.windows.com")
    .describe(
      "Push services that may be called: host names, or .name for all its sub-domains; several with commas",
    ),
  PARTNER_EMAIL: text.optional().describe("Address for partners; the support address when unset"),
  SOCIAL_INSTAGRAM: httpUrl.optional().describe("Social media page"),
  SOCIAL_LINKEDIN: httpUrl.optional().describe("Professional network page"),
  SOCIAL_CHAT: httpUrl.optional().describe("Community chat"),
  CAREERS_URL: httpUrl.optional().describe("Careers form"),
  ISSUES_CHAT_URL: httpUrl.optional().describe("Community chat for reporting issues"),
  AI_BASE_URL: httpUrl
    .optional()
    .describe(
      "An OpenAI-compatible endpoint that writes descriptions; the local writer when unset",
    ),
  AI_API_KEY: text.optional().describe("Its key"),
  AI_MODEL: text.optional().describe("Its model"),
  ANALYTICS_URL: httpUrl
    .optional()
    .describe(
      "Event address of a Plausible-compatible service (https://…/api/event); our own counter when unset",
    ),
  TOKEN_SYNC_URL: tokenUrl
    .optional()
    .describe(
      "Receives every change of a student's ID token, POST with the token as bearer and DELETE on sign-out: a path of this origin, or an address that may store such tokens; none when unset",
    ),
  AVATAR_BASE_URL: httpUrl
    .optional()
    .describe(
      "An outside avatar service with DiceBear's addresses, such as https://api.dicebear.com/9.x; our own when unset",
    ),
  TRUSTED_PROXIES: whole(0, 10)
    .prefault("0")
    .describe("How many proxies are in front of the product"),
  BUSY_NOTICE: oneOf("auto", "on", "off")
    .prefault("auto")
    .describe("Server-busy notice: when the server is busy (auto), always or never"),
  NODE_EXTRA_CA_CERTS: text
    .optional()
    .describe(
      "File (PEM) with the certificate of an authority that provider, mail server or bucket have theirs from, such as the college's own; none when unset",
    ),
  CART_CURRENCY_SYMBOL: text
    .prefault("$")
    .describe(
      "Currency sign of prices and sum on the cart page alone: ₹ gives it the sign that all other pages have, which no setting changes",
    ),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent")
    .optional()
    .describe(
      "Log level: fatal, error, warn, info, debug, trace or silent; info in production and warn in trial when unset",
    ),
  METRICS_TOKEN: text.optional().describe("Bearer token that opens /metrics; closed when unset"),
  KEY_SECRET: text
    .optional()
    .describe("Encrypts the signing keys and the application key in the database"),
  DEMO_DATA: onOff
    .optional()
    .describe("Load demo data into an empty database (trial mode): on in trial when unset"),
  TRIAL_OPEN: onOff
    .prefault("off")
    .describe(
      "Let other computers reach a trial, in which every visitor can log in as any student (on), or only this one (off)",
    ),
  DEVELOPMENT_PROVIDER_PORT: whole(0, 65535).describe(
    "Port of the development identity provider; PORT+1 when unset",
  ),
  IMAGE_NICENESS: whole(0, 19)
    .prefault("10")
    .describe(
      "How far image processes give way to everything else: 0 (not at all) to 19, as `nice` counts",
    ),
  LISTING_DAYS: whole(0, 3650)
    .prefault("90")
    .describe(
      "Days without seller activity after which a listing expires; 0 for never, whatever TERM_ENDS contains",
    ),
  TERM_ENDS: days
    .prefault("")
    .describe(
      "Days on which terms end, several with commas; older listings expire a week later, unless their sellers renewed them",
    ),
  LIMITS_ACTIVE_LISTINGS: limit().prefault("30").describe("Unsold products a student may have"),
  LIMITS_NEW_LISTINGS_PER_DAY: limit().prefault("20").describe("Products a student may list a day"),
  LIMITS_EDITS_PER_DAY: limit().prefault("200").describe("Changes a student may make a day"),
  LIMITS_CONTACTS_PER_DAY: limit().prefault("40").describe("Sellers a student may contact a day"),
  LIMITS_CONTACTS_PER_MINUTE: limit()
    .prefault("8")
    .describe("Sellers a student may contact a minute"),
  LIMITS_REPORTS_PER_DAY: limit().prefault("20").describe("Reports a student may send a day"),
  ERASE_AFTER_DAYS: limit(365)
    .prefault("7")
    .describe("Days after which a deleted account is erased"),
  LIMITS_AI_PER_HOUR: limit()
    .prefault("10")
    .describe("Descriptions a student may have generated an hour"),
  LIMITS_REQUESTS_PER_MINUTE: limit(1_000_000)
    .prefault("600")
    .describe("Requests per student and minute; an address may make five times as many"),
};

export const configSchema = z.object(settings);

export type SettingName = keyof typeof settings;

import type { CampusSettings } from "@market/contract/campus";
import type { Config } from "../config/config.ts";
import type { SettingName } from "../config/settings.ts";
import type { OutsideOrigins } from "../http/headers.ts";

const linkSettings = {
  instagram: "SOCIAL_INSTAGRAM",
  linkedin: "SOCIAL_LINKEDIN",
  chat: "SOCIAL_CHAT",
  careers: "CAREERS_URL",
  issues: "ISSUES_CHAT_URL",
} as const satisfies Record<keyof CampusSettings["links"], SettingName>;

export function unsetLinks(config: Config): SettingName[] {
  const links = linksOf(config);
  const names = Object.keys(linkSettings) as (keyof typeof linkSettings)[];
  return names.filter((name) => links[name] === undefined).map((name) => linkSettings[name]);
}

/** The demo campus has an example for each unset link. */
function linksOf(config: Config): CampusSettings["links"] {
  const example = (name: string) =>
    config.mode === "trial" ? `https://${name}.example/campus-marketplace` : undefined;
  return {
    instagram: config.SOCIAL_INSTAGRAM ?? example("instagram"),
    linkedin: config.SOCIAL_LINKEDIN ?? example("linkedin"),
    chat: config.SOCIAL_CHAT ?? example("chat"),
    careers: config.CAREERS_URL ?? example("careers"),
    issues: config.ISSUES_CHAT_URL ?? example("issues"),
  };
}

/** The demo campus's values, unless they are set. */
const demoPlaces = ["Main gate", "Library steps", "Food court"];
const meetingPlacesOf = ({ mode, MEETING_PLACES: places }: Config) =>
  mode === "trial" && places.length === 0 ? demoPlaces : places;

export function campusOf(config: Config): CampusSettings {
  return {
    name: config.CAMPUS_NAME,
    contactEmail: config.CONTACT_EMAIL,
    providerName: config.OIDC_NAME,
    partnerEmail: config.PARTNER_EMAIL ?? config.CONTACT_EMAIL,
    grievanceOfficer: config.GRIEVANCE_OFFICER,
    grievanceEmail: config.GRIEVANCE_EMAIL ?? config.CONTACT_EMAIL,
    eraseAfterDays: config.ERASE_AFTER_DAYS,
    meetingPlaces: meetingPlacesOf(config),
    links: linksOf(config),
    cartCurrency: config.CART_CURRENCY_SYMBOL,
    busyNotice: config.BUSY_NOTICE,
    avatarBase: config.AVATAR_BASE_URL,
    analyticsUrl: config.ANALYTICS_URL,
    tokenSyncUrl: config.TOKEN_SYNC_URL,
  };
}

export function outsideOf(config: Config): OutsideOrigins {
  const originsOf = (...addresses: (string | undefined)[]) => [
    ...new Set(
      addresses
        .flatMap((address) => URL.parse(address ?? "", config.PUBLIC_ORIGIN)?.origin ?? [])
        .filter((origin) => origin !== config.PUBLIC_ORIGIN),
    ),
  ];
  return {
    images: originsOf(config.AVATAR_BASE_URL),
    connect: originsOf(config.ANALYTICS_URL, config.TOKEN_SYNC_URL),
  };
}

import type { CampusSettings } from "@market/contract/campus";
import type { Config } from "../config.ts";
import type { OutsideOrigins } from "./headers.ts";

/** The settings that every browser may know. */
export function campusOf(config: Config): CampusSettings {
  return {
    name: config.CAMPUS_NAME,
    contactEmail: config.CONTACT_EMAIL,
    partnerEmail: config.PARTNER_EMAIL ?? config.CONTACT_EMAIL,
    links: {
      instagram: config.SOCIAL_INSTAGRAM,
      linkedin: config.SOCIAL_LINKEDIN,
      chat: config.SOCIAL_CHAT,
      careers: config.CAREERS_URL,
      issues: config.ISSUES_CHAT_URL,
    },
    cartCurrency: config.CART_CURRENCY_SYMBOL,
    busyNotice: config.BUSY_NOTICE,
    avatarBase: config.AVATAR_BASE_URL,
    analyticsUrl: config.ANALYTICS_URL,
    tokenSyncUrl: config.TOKEN_SYNC_URL,
  };
}

/** The outside services that the settings name; a document may reach no other. */
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

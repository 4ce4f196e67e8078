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
  };
}

/** The outside services that the settings name; a document may reach no other. */
export function outsideOf({ AVATAR_BASE_URL, ANALYTICS_URL }: Config): OutsideOrigins {
  const originOf = (address: string | undefined) =>
    address === undefined ? [] : [new URL(address).origin];
  return { images: originOf(AVATAR_BASE_URL), connect: originOf(ANALYTICS_URL) };
}

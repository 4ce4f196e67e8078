import type { CampusSettings } from "@market/contract/campus";
import type { Config } from "../config.ts";

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
  };
}

import { defaultCountryPrefix } from "@market/contract/limits";
import { messages } from "@market/contract/messages";

/**
 * The digits that a messaging app dials. Numbers are kept in E.164 with their plus; an older one
 * without it is taken for an Indian number only when it has exactly ten digits (R456, Q63).
 * @returns undefined when there is nothing to dial
 */
export function phoneDigits(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, "");
  if (digits === "") return undefined;
  const isLegacy = !phone.trim().startsWith("+") && digits.length === 10;
  return isLegacy ? defaultCountryPrefix + digits : digits;
}

/**
 * Where a chat with a seller begins (R454, R455).
 * @returns undefined when the phone has nothing to dial
 */
export function chatLink(phone: string, name: string): string | undefined {
  const digits = phoneDigits(phone);
  return (
    digits && `https://wa.me/${digits}?text=${encodeURIComponent(messages.interestedIn(name))}`
  );
}

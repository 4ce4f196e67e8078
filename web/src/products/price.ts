import { priceLocale } from "@market/contract/limits";

const rupees = new Intl.NumberFormat(priceLocale, { maximumFractionDigits: 2 });

/** Rupees in Indian number format, `₹1,00,000` (R011, R511). */
export function formatPrice(price: number): string {
  return `₹${rupees.format(price)}`;
}

import { priceLocale } from "@market/contract/limits";

const rupees = new Intl.NumberFormat(priceLocale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  // Paise only where there are some (Q04).
  trailingZeroDisplay: "stripIfInteger",
});

/** Rupees in Indian number format, `₹1,00,000` (R011, R511). */
export function formatPrice(price: number): string {
  return `₹${rupees.format(price)}`;
}

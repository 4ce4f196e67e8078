import { priceLocale } from "./limits.ts";

const rupees = new Intl.NumberFormat(priceLocale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  // Paise only where there are some (Q04).
  trailingZeroDisplay: "stripIfInteger",
});

/**
 * Rupees in Indian number format, `₹1,00,000` (R011, R511).
 * @param currency the sign in front; only the cart has another one (R191)
 */
export function formatPrice(price: number, currency = "₹"): string {
  return currency + rupees.format(price);
}

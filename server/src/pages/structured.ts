import type { DescribedProduct } from "@market/contract/pages";

const currency = "INR";

/**
 * A product in the words of schema.org, for `<script type="application/ld+json">`. It cannot end its
 * element: every `<` is written as an escape.
 * @param address absolute address of its page
 */
export function structuredData(product: DescribedProduct, address: string): string {
  const { origin } = new URL(address);
  const { name, description, images, price, category, condition, isSold } = product;
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name,
    description,
    category,
    image: images.map((path) => origin + path),
    url: address,
    offers: {
      "@type": "Offer",
      price,
      priceCurrency: currency,
      availability: `https://schema.org/${isSold ? "SoldOut" : "InStock"}`,
      itemCondition: `https://schema.org/${condition === "New" ? "New" : "Used"}Condition`,
      url: address,
    },
  };
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** The price as messengers read it from `<meta>` elements. */
export function priceMeta({ price }: DescribedProduct): [name: string, content: string][] {
  return [
    ["product:price:amount", String(price)],
    ["product:price:currency", currency],
  ];
}

import type { Category } from "@market/contract/products/product";

/** Prefixes of words that students write, in English and Hinglish; the first that fits wins. */
const words: [category: Category, prefixes: string][] = [
  [
    "Mobility & Transport",
    "cycle bicycle bike scooty scooter helmet skateboard activa motorcycle tyre gear",
  ],
  [
    "Tech & Accessories",
    "laptop phone mobile iphone charger earphone earbud headphone keyboard mouse monitor tablet ipad camera speaker cable powerbank pendrive ssd router adapter console",
  ],
  [
    "Health & Fitness",
    "dumbbell gym yoga protein bat racket racquet football cricket badminton shuttle weights skipping jersey",
  ],
  [
    "Fashion & Lifestyle",
    "shirt jeans jacket hoodie shoe sneaker kurta kurti saree lehenga dress watch bag backpack perfume sunglass blazer suit sandal",
  ],
  [
    "Room & Living",
    "mattress gadda bed pillow bedsheet blanket bucket balti fan pankha cooler kettle induction chair kursi table mez almirah shelf rack mirror curtain iron heater lamp mug",
  ],
  [
    "Study Essentials",
    "book kitab notes notebook calculator drafter lab apron pen stationery textbook guide question sheet",
  ],
];
const lookup = words.flatMap(([category, prefixes]) =>
  prefixes.split(" ").map((prefix) => [prefix, category] as const),
);

/** A study lamp is for studying, a phone case for the phone: the words that come first count most. */
export function guessCategory(name: string): Category | undefined {
  const typed = name.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (typed[0] === "study") return "Study Essentials";
  for (const word of typed) {
    // Short prefixes must be whole words, or "bat" would find batteries and "pen" pendants.
    const found = lookup.find(([prefix]) =>
      prefix.length < 4 ? word.replace(/s$/, "") === prefix : word.startsWith(prefix),
    );
    if (found) return found[1];
  }
  return undefined;
}

import type { Category } from "@market/contract/products/product";
import { thingCategory } from "../search/thing-category.ts";

/** The category that a name suggests (R612), by the words that searches know (R1159). */
export const guessCategory = (name: string): Category | undefined => thingCategory(name);

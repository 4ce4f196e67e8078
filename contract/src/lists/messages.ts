import { countMost } from "../limits.ts";

export const photosOf = (name: string) => `Photos of ${name}`;
export const photo = (n: number, of: number) => `Photo ${n} of ${of}`;
export const products = "Products";
export const filters = "Filters";
export const applied = "applied";
export const filterHeadings = {
  category: "Category",
  condition: "Condition",
  priceRange: "Price",
  locationType: "Location",
} as const;
export const anyChoice = "Any";
export const allCategories = "All";
export const removeFilter = (label: string) => `Remove ${label}`;
export const clearFilters = "Clear Filters";
export const sortBy = "Sort by";
export const sortNames = {
  recommended: "Recommended",
  best: "Best match",
  newest: "Newest first",
  "price-low": "Price: low to high",
  "price-high": "Price: high to low",
} as const;
export const itemsFound = (n: number) =>
  n > countMost ? `${countMost}+ items` : `${n} ${n === 1 ? "item" : "items"}`;
export const showItems = (items: string) => `Show ${items}`;
export const resultsFor = (text: string) => `Results for “${text}”`;
export const leaveResults = "Back to home";
export const clearSearch = "Clear search";
export const searchByWord = "Type a word, for example “cycle”.";
export const suggestions = "Suggestions";
export const inCategory = (category: string) => `In ${category}`;
export const oftenListed = "Often listed here";
export const recentSearches = "Recent searches";
export const clearRecent = "Clear";
export const foundFor = (text: string) => `for “${text}”`;
export const nearestTo = (text: string) =>
  `No exact match for “${text}”. Here are the closest matches.`;
export const nothingFor = (text: string) => `Nothing found for “${text}”`;
export const loadMore = "Load more";
export const noProducts = "No products found. Try adjusting your filters.";
export const fetchProductsFailed = "Failed to fetch products";

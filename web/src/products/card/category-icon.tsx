import type { Category } from "@market/contract/products/product";
import { Drawing } from "../../ui/icon.tsx";

const drawings: Record<Category, string> = {
  "Study Essentials":
    "M12 6.5C10 5 7 4.5 3.5 5v13c3.5-.5 6.5 0 8.5 1.5m0-13c2-1.5 5-2 8.5-1.5v13c-3.5-.5-6.5 0-8.5 1.5m0-13v13",
  "Room & Living":
    "M5 11V7a3 3 0 0 1 3-3h8a3 3 0 0 1 3 3v4M3 12.5a2 2 0 0 1 4 0V15h10v-2.5a2 2 0 0 1 4 0V18H3zM5.5 18v2m13-2v2",
  "Tech & Accessories": "M5 5h14a1 1 0 0 1 1 1v9H4V6a1 1 0 0 1 1-1zM2.5 18.5h19L20 15H4z",
  "Health & Fitness": "M4 9.5v5M7 7v10m10-10v10m3-7.5v5M7 12h10M2.5 12H4m16 0h1.5",
  "Mobility & Transport":
    "M6 19a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zm12 0a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM6 15.5 9.5 9h6l2.5 6.5M9.5 9l3 6.5L15.5 9M8 6.5h2.5M14.5 6H17",
  "Fashion & Lifestyle": "M9 4 4 6.5 5.5 11 8 10v10h8V10l2.5 1L20 6.5 15 4a3 3 0 0 1-6 0z",
};

type Props = { category: Category; className: string };

export const CategoryIcon = ({ category, className }: Props) => (
  <Drawing path={drawings[category]} className={className} strokeWidth="1.75" />
);

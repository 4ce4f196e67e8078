import type { ProductField } from "./product-form.ts";

export const yoursAreStillHere = "Your own changes are still in the form. The newer version has:";
export const keepMine = "Keep editing mine";
export const useNewer = "Use the newer version";
export const fields: Record<ProductField | "negotiable" | "availableFrom" | "contact", string> = {
  name: "Name",
  price: "Price",
  description: "Description",
  address: "Address",
  locationType: "Location type",
  category: "Category",
  condition: "Condition",
  negotiable: "Open to offers",
  availableFrom: "Available from",
  contact: "Buyers ask first",
};
export const photos = "Photos";
export const photosChanged = (n: number) => `${n} (changed)`;
export const sold = "Sold";
export const yesOrNo = (is: boolean) => (is ? "Yes" : "No");

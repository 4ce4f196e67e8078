import { maxLength, maxPhotos, maxPrice, mostDaysAhead } from "../limits.ts";
import * as sellingMessages from "./selling-messages.ts";
import {
  categories,
  conditions,
  locationTypes,
  type Category,
  type Condition,
  type LocationType,
} from "./product.ts";
import { type ContactChoice, contactChoices } from "../students/student.ts";
import { cleanText, isStorable, notStorable } from "../text.ts";

/** The fields of a product form before it is checked: text, as typed. */
export type ProductDraft = Record<ProductField, string> & {
  /** `true` when the description came from the description writer. */
  drafted?: string;
  negotiable?: string;
  /** A day, `2026-12-01`, or nothing for immediately. */
  availableFrom?: string;
  /** `open` or `ask`; `null`, or nothing, for the seller's choice. */
  contact?: string;
};
/** The values of a checked form. `price` is in rupees with at most two decimals. */
export type ProductInput = {
  name: string;
  price: number;
  description: string;
  address: string;
  locationType: LocationType;
  category: Category;
  condition: Condition;
  /** Undefined when the form does not say (D51). */
  drafted?: boolean;
  negotiable?: boolean;
  /** Null for immediately. */
  availableFrom?: string | null;
  /** Null for the seller's choice. */
  contact?: ContactChoice | null;
};
export type ProductField = (typeof productFields)[number];
export type FormFault = {
  code:
    | "required"
    | "invalid-price"
    | "price-too-high"
    | "field-too-long"
    | "invalid-enum"
    | "too-many-images"
    | "image-required"
    | "invalid-date"
    | "invalid-text";
  field: ProductField | "availableFrom" | "contact" | "images";
  message: string;
};

/** Optional fields; an edit that omits one leaves it unchanged. */
export const extraFields = ["drafted", "negotiable", "availableFrom", "contact"] as const;

/** Fields in the order in which the edit form reports faults (Q76). */
export const productFields = [
  "name",
  "price",
  "description",
  "address",
  "locationType",
  "category",
  "condition",
] as const;

const choices = { locationType: locationTypes, category: categories, condition: conditions };
const requiredOnEdit: Record<ProductField, string> = {
  name: sellingMessages.nameRequired,
  price: sellingMessages.priceRequired,
  description: sellingMessages.descriptionRequired,
  address: sellingMessages.addressRequired,
  locationType: sellingMessages.locationTypeRequired,
  category: sellingMessages.categoryRequired,
  condition: sellingMessages.conditionRequired,
};

/** A rupee sign, digits with or without commas between thousands or lakhs, and decimals. */
const priceText = /^(-?)₹?\s*(\d{1,12}|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d+))?$/;

/** Reads `1,200`, `₹500`, `12.50`. @returns rupees, `decimals` where there are more than two, undefined for no number (R377, R402) */
export function readPrice(text: string): number | "decimals" | undefined {
  const [, sign = "", whole, decimals = ""] = priceText.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  if (decimals.length > 2) return "decimals";
  return Number(`${sign}${whole.replaceAll(",", "")}.${decimals}`);
}

/** Checks a product with this many photos, in browser and server alike. @returns the values, or all faults, the one to show first */
export function checkProduct(
  form: "sell" | "edit",
  draft: Partial<ProductDraft>,
  photos: number,
):
  | { value: ProductInput; faults?: undefined }
  | { value?: undefined; faults: [FormFault, ...FormFault[]] } {
  const faults: FormFault[] = [];
  const text = (field: ProductField, most?: number) => {
    const raw = draft[field] ?? "";
    if (!isStorable(raw)) {
      faults.push({ code: "invalid-text", field, message: notStorable });
      return "";
    }
    const clean = cleanText(raw, field === "description");
    if (clean === "") {
      const message = form === "sell" ? sellingMessages.fillAllFields : requiredOnEdit[field];
      faults.push({ code: "required", field, message });
    } else if (most !== undefined && clean.length > most) {
      faults.push({
        code: "field-too-long",
        field,
        message: `Please use at most ${most} characters.`,
      });
    }
    return clean;
  };
  const choice = <F extends keyof typeof choices>(field: F) => {
    const typed = text(field);
    const found = choices[field].find((value) => value.toLowerCase() === typed.toLowerCase());
    if (typed !== "" && found === undefined) {
      faults.push({
        code: "invalid-enum",
        field,
        message: `${requiredOnEdit[field]}: choose one from the list.`,
      });
    }
    return found as (typeof choices)[F][number];
  };

  const name = text("name", maxLength.name);
  const price = readPriceField(form, text("price"), faults);
  const value: ProductInput = {
    name,
    price,
    description: text("description", maxLength.description),
    address: text("address", maxLength.address),
    locationType: choice("locationType"),
    category: choice("category"),
    condition: choice("condition"),
  };
  if (draft.drafted === "true" || draft.drafted === "false")
    value.drafted = draft.drafted === "true";
  if (draft.negotiable === "true" || draft.negotiable === "false")
    value.negotiable = draft.negotiable === "true";
  if (draft.availableFrom !== undefined)
    value.availableFrom = readDay(draft.availableFrom.trim(), faults);
  if (draft.contact !== undefined) value.contact = readContact(draft.contact.trim(), faults);
  if (photos < 1) {
    const message = form === "sell" ? sellingMessages.fillAllFields : sellingMessages.photoRequired;
    faults.push({ code: "image-required", field: "images", message });
  }
  if (photos > maxPhotos) {
    const message =
      form === "sell" ? sellingMessages.tooManyPhotos : sellingMessages.tooManyPhotosHeld(photos);
    faults.push({ code: "too-many-images", field: "images", message });
  }
  const [first, ...rest] = form === "sell" ? missingFirst(faults) : faults;
  return first ? { faults: [first, ...rest] } : { value };
}

function readPriceField(form: "sell" | "edit", text: string, faults: FormFault[]): number {
  if (text === "") return 0;
  const price = readPrice(text);
  const refuse = (message: string) => {
    faults.push({ code: "invalid-price", field: "price", message });
    return 0;
  };
  if (price === "decimals") return refuse(sellingMessages.priceDecimals);
  if (price === undefined)
    return refuse(
      form === "sell" ? sellingMessages.priceAboveZero : sellingMessages.priceNotNumber,
    );
  if (price <= 0) return refuse(sellingMessages.priceAboveZero);
  if (price > maxPrice) {
    const most = `₹${maxPrice.toLocaleString("en-IN")}`;
    faults.push({
      code: "price-too-high",
      field: "price",
      message: `The highest price is ${most}.`,
    });
  }
  return price;
}

function readContact(text: string, faults: FormFault[]): ContactChoice | null {
  const found = contactChoices.find((value) => value === text.toLowerCase());
  if (found !== undefined) return found;
  if (text !== "" && text !== "null")
    faults.push({
      code: "invalid-enum",
      field: "contact",
      message: sellingMessages.contactUnknown,
    });
  return null;
}

/** The day on the campus. */
export const dayOf = (time: number) => new Date(time + 19_800_000).toISOString().slice(0, 10);
const dayLength = 86_400_000;

/** Whether the calendar has this day: `Date` takes 31 November for 1 December. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${text}T`);
}

/** @returns null for immediately, which includes every past day */
function readDay(text: string, faults: FormFault[]): string | null {
  if (text === "") return null;
  const now = Date.now();
  if (!isDay(text) || text > dayOf(now + mostDaysAhead * dayLength)) {
    const message = sellingMessages.availableTooLate;
    faults.push({ code: "invalid-date", field: "availableFrom", message });
    return null;
  }
  return text > dayOf(now) ? text : null;
}

/** The faults of the sell form: first missing fields (R369 to R376), then invalid ones. */
function missingFirst(faults: FormFault[]): FormFault[] {
  const missing = (fault: FormFault) =>
    fault.code === "required" || fault.code === "image-required";
  return [...faults.filter(missing), ...faults.filter((fault) => !missing(fault))];
}

import { maxPhotos, maxUnusedPhotos, mostDaysAhead } from "../limits.ts";
import type { Condition, LocationType } from "./product.ts";

// Both forms
export const name = "Name";
export const price = "Price";
export const inRupees = "In rupees";
export const category = "Category";
export const condition = "Condition";
export const conditionNotes = {
  New: "Never used",
  "Like New": "No marks at all",
  "Used - Good": "Works well, small marks",
  "Used - Acceptable": "Works, shows its age",
} as const satisfies Record<Condition, string>;
export const locationType = "Location type";
export const locationNotes = {
  "On-Campus": "Hand over on campus",
  nearby: "Hand over close to campus",
} as const satisfies Record<LocationType, string>;
export const address = "Address";
export const whoSeesAddress = "Shown only to a logged-in student who contacts you";
export const addressExample = "Library gate, cycle stand…";
export const photosDelayed = "Photo upload will resume shortly";
export const sendingPhoto = (n: number, total: number) => `Sending photo ${n} of ${total}`;
export const almostThere = "Almost there";
export const ready = "Ready";
export const photosUploading = (left: number, total: number) =>
  `Ready; ${left} of ${total} photos still uploading`;

// Sell form
export const sellTitle = "Sell an Item";
export const sellIntro = (campus: string) => `List your item for sale to ${campus} people.`;
export const yourDraft = "Your draft";
export const continueDraft = "Continue your draft?";
export const discardDraft = "Discard";
export const continueButton = "Continue";
export const listed = "Listed! Opening your profile…";
export const userNotLoggedIn = "User not logged in";
export const fillAllFields = "Please fill in all fields and upload at least one image.";
export const priceAboveZero = "Price must be greater than zero.";
export const priceDecimals = "Please use at most two decimals in the price, such as 12.50.";
export const fileTooLarge = "File is too large (Max: 15MB).";
export const tooManyPhotos = `You can upload a maximum of ${maxPhotos} images.`;
export const tooManyPhotosAtOnce = `You can add ${maxUnusedPhotos} photos at once.`;
export const photosAdded = (n: number) => `${n} image(s) added successfully!`;
export const processing = "Processing...";
export const listItem = "List Item";
export const productListed = "Product listed successfully!";
export const listingRefused = "Error listing product";
export const listingFailed = "Error listing product. Please try again.";

export const generateWithAi = "Generate with AI";
export const negotiable = "Open to offers";
export const availableFrom = "Available from";
export const availableHint = "Leave blank if available now";
export const availableTooLate = `Please choose a day within the next ${mostDaysAhead} days.`;
export const soldAlike = (low: string, high: string) =>
  low === high
    ? `Similar items sold for ${low} here`
    : `Similar items sold for ${low} to ${high} here`;

/** Messages for missing fields, in the order of the screen. */
export const missing = {
  images: "a photo",
  name: "a name",
  price: "a price",
  category: "a category",
  condition: "a condition",
  locationType: "a location type",
  address: "an address",
  description: "a description",
  availableFrom: "a day",
  contact: "a choice about contacts",
} as const;
export const more = (n: number) => `${n} more`;
export const add = (named: readonly string[]) =>
  `Add ${new Intl.ListFormat("en", { type: "conjunction" }).format(named)}`;

// Edit form
export const editTitle = "Edit product";
export const editUnreachable = "Your item could not be reached just now.";
export const nothingToEdit =
  "There is nothing to edit here. The item may be gone, or it is not one of yours.";
export const backToProfile = "Back to your profile";
export const saved = "Saved";
export const leaveQuestion = "Leave without saving?";
export const leaveMeans = "What you have changed here is lost when you leave.";
export const leave = "Leave";
export const nameRequired = "Product name is required";
export const priceRequired = "Price is required";
export const descriptionRequired = "Description is required";
export const contactUnknown = "Please choose whether buyers ask first.";
export const addressRequired = "Address is required";
export const locationTypeRequired = "Location type is required";
export const categoryRequired = "Category is required";
export const conditionRequired = "Condition is required";
export const priceNotNumber = "Price must be a number";
export const photoRequired = "Please upload at least one image";
export const tooManyPhotosHeld = (n: number) =>
  `Maximum ${maxPhotos} images allowed (you have ${n})`;
export const photoUnder15 = "Each image must be under 15MB";
export const editPhotosAdded = (n: number) => `Added ${n} image(s)`;
export const photosCounted = (n: number) => `${n}/${maxPhotos} images uploaded`;
export const photoRemoved = "Image removed";
export const updateProduct = "Update Product";
export const updating = "Updating...";
export const productUpdated = "Product updated successfully!";
export const updateRefused = "Failed to update product";
export const updateFailed = "Error updating product";
export const loadProductRefused = "Failed to load product";
export const loadProductFailed = "Error loading product";
export const looksLikeYour = (name: string, day: string) =>
  `This looks like your ${name} of ${day}: renew it?`;
export const renewIt = "Renew it";
export const renewNamed = (name: string) => `Renew it: ${name}`;
export const editIsBack = "Your unsaved changes were restored.";

/** Every sentence of the specification, to the letter, and the few of ours that stand beside them. */

import { maxPhotos } from "./limits.ts";

export const messages = {
  // Guard and shell
  loading: "Loading...",
  loggingOut: "Logging Out...",
  logOut: "Log Out",
  loggedOut: "Successfully logged out.",
  logoutFailed: (reason: string) => `Logout failed: ${reason}`,

  // Sign-in and registration
  accessDenied: "Access Denied",
  useCollegeEmail: "Use your college email to continue.",
  userNotRegistered: "User not registered",
  userNotRegisteredTitle: "User Not Registered",
  pleaseRegister: "Please register to continue.",
  userAlreadyRegistered: "User already registered",
  alreadyRegisteredTitle: "Already Registered",
  alreadyRegistered: "You are already registered. Redirecting to login.",
  loginFailed: "Login failed. Please try again.",
  googleLoginFailed: "Google Login failed. Please try again.",
  authenticationFailed: "Authentication Failed",
  keepPopupOpen: "Please don't block/close the pop-up window.",
  invalidBackendJson: "Invalid JSON response from backend.",
  invalidPhone: (country: string) => `Invalid phone number format for ${country}`,
  countryCodeRequired: "Please enter your country code",
  courseRequired: "Please enter your course",
  courseTooLong: (most: number) => `Please use at most ${most} characters.`,
  registered: "Registration successful!",
  noConnection: "No connection. Please check your network and try again.",
  tooManySignIns: "Too many attempts. Please wait a minute and try again.",
  signInNotSetUp: "Google sign-in is not set up for this address. Please write to support.",

  // Catalogue
  clearFilters: "Clear Filters",
  noProducts: "No products found. Try adjusting your filters.",
  fetchProductsFailed: "Failed to fetch products",
  sold: "Sold",

  // Contact
  sellerContactUnavailable: "Seller contact unavailable",
  sellerContactNotAvailable: "Seller contact information is not available",
  whatsAppFailed: "Unable to open WhatsApp. Please try again later.",
  ownProduct: "This is your product.",
  ownProductButton: "You can't chat with yourself",
  interestedIn: (name: string) => `interested in buying ${name}`,

  // Sell form
  userNotLoggedIn: "User not logged in",
  fillAllFields: "Please fill in all fields and upload at least one image.",
  priceAboveZero: "Price must be greater than zero.",
  fileTooLarge: "File is too large (Max: 15MB).",
  tooManyPhotos: `You can upload a maximum of ${maxPhotos} images.`,
  photosAdded: (n: number) => `${n} image(s) added successfully!`,
  processing: "Processing...",
  listItem: "List Item",
  productListed: "Product listed successfully!",
  listingRefused: "Error listing product",
  listingFailed: "Error listing product. Please try again.",

  // Description writer
  descriptionRefused: "Failed to generate description",
  descriptionFailed: "Error generating description",
  generating: "Generating...",

  // Edit form
  nameRequired: "Product name is required",
  priceRequired: "Price is required",
  descriptionRequired: "Description is required",
  addressRequired: "Address is required",
  locationTypeRequired: "Location type is required",
  categoryRequired: "Category is required",
  conditionRequired: "Condition is required",
  priceNotNumber: "Price must be a number",
  photoRequired: "Please upload at least one image",
  tooManyPhotosHeld: (n: number) => `Maximum ${maxPhotos} images allowed (you have ${n})`,
  photoUnder15: "Each image must be under 15MB",
  editPhotosAdded: (n: number) => `Added ${n} image(s)`,
  photosCounted: (n: number) => `${n}/${maxPhotos} images uploaded`,
  photoRemoved: "Image removed",
  updateProduct: "Update Product",
  updating: "Updating...",
  productUpdated: "Product updated successfully!",
  updateRefused: "Failed to update product",
  updateFailed: "Error updating product",
  pleaseLogin: "Please login to continue",
  sessionExpired: "Session expired. Please login again",
  loadProductRefused: "Failed to load product",
  loadProductFailed: "Error loading product",

  // Profile
  semesterUpdated: "Semester updated successfully!",
  semesterFailed: "Failed to update semester",
  markedSold: "Product marked as sold",
  markedUnsold: "Product marked as unsold",
  soldStatusFailed: "Failed to update sold status",
  productDeleted: "Product deleted successfully!",
  deleteFailed: "Failed to delete product",
} as const;

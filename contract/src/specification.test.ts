import { describe, expect, it } from "vitest";
import * as limits from "./limits.ts";
import { messages } from "./messages.ts";
import { categories, conditions, locationTypes, priceRanges } from "./products.ts";
import { avatarStyles, countries, countryNames, semesters } from "./users.ts";

/** The contract against sections 3, 5, 8 and 9 of the specification, letter by letter. */

describe("enumerations (section 3)", () => {
  it("categories", () => {
    expect(categories).toEqual([
      "Study Essentials",
      "Room & Living",
      "Tech & Accessories",
      "Health & Fitness",
      "Mobility & Transport",
      "Fashion & Lifestyle",
    ]);
  });

  it("conditions", () => {
    expect(conditions).toEqual(["New", "Like New", "Used - Good", "Used - Acceptable"]);
  });

  it("R302 R303 location types", () => {
    expect(locationTypes).toEqual(["On-Campus", "nearby"]);
  });

  it("price ranges", () => {
    expect(priceRanges).toEqual(["0-100", "100-500", "500-1000", "1000-2000", "2000-5000+"]);
  });

  it("R309 R508 semesters, eight of them", () => {
    const labels = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th"];
    expect(semesters).toEqual(labels.map((label) => `${label} Semester`));
  });

  it.each([
    ["R311", "India", "+91"],
    ["R312", "Nepal", "+977"],
    ["R313", "USA", "+1"],
    ["R314", "UK", "+44"],
    ["R315", "Australia", "+61"],
    ["R316", "Bangladesh", "+880"],
    ["R317", "Japan", "+81"],
    ["R318", "France", "+33"],
    ["R319", "Germany", "+49"],
  ])("%s %s with the code %s", (id, name, code) => {
    expect(countries[Number(id.slice(1)) - 311]).toMatchObject({ name, code });
  });

  it("R320 Other, last and without a code of its own", () => {
    expect(countryNames.at(-1)).toBe("Other");
    expect(countries).toHaveLength(9);
  });

  it("avatar styles of both sets", () => {
    expect(avatarStyles).toEqual({
      male: ["adventurer", "bottts", "micah", "thumbs", "big-ears"],
      female: ["fun-emoji", "big-smile", "lorelei", "croodles", "pixel-art-neutral"],
    });
  });
});

describe("numbers of section 9", () => {
  it.each<[string, unknown, unknown]>([
    ["R506 images per listing", limits.maxPhotos, 5],
    ["R507 bytes per image", limits.maxPhotoBytes, 15728640],
    ["R509 platform fee in rupees", limits.platformFee, 0],
    ["R510 default country prefix", limits.defaultCountryPrefix, "91"],
    ["R511 price format", limits.priceLocale, "en-IN"],
    ["R512 products per home grid", limits.homeGrid, 8],
    ["R513 mobile breakpoint", limits.mobileBreakpoint, 768],
    ["R514 thumbnail breakpoint", limits.thumbnailBreakpoint, 900],
    ["R514 thumbnails under it", limits.thumbnailsNarrow, 2],
    ["R514 thumbnails from it on", limits.thumbnailsWide, 4],
    ["R515 carousel interval", limits.carouselInterval, 2000],
    ["R516 carousel interval, signed in", limits.carouselIntervalSignedIn, 1500],
    ["R517 carousel transition", limits.carouselTransition, 1000],
    ["R518 hover slideshow interval", limits.slideshowInterval, 1000],
    ["R519 hover slideshow interval on buy", limits.slideshowIntervalBuy, 500],
    ["R520 redirect after listing", limits.listingRedirectDelay, 3000],
    ["R521 redirect after an edit", limits.editRedirectDelay, 2000],
    ["R522 toast", limits.toastDefault, 4000],
    ["R523 error toast", limits.toastError, 4000],
    ["R524 success toast", limits.toastSuccess, 2000],
    ["R525 error toast of the edit page", limits.toastEditError, 4000],
    ["R526 success toast of the edit page", limits.toastEditSuccess, 3000],
    ["R527 toasts at most", limits.maxToasts, 20],
    ["R528 scroll that makes the bar opaque", limits.navOpaqueScroll, 50],
    ["R529 footer fade-in", limits.footerFadeIn, 3000],
    ["R530 height of the listings area", limits.listingsMaxHeight, 600],
    ["R531 tooltip delay", limits.tooltipDelay, 700],
    ["R536 short provider timeout", limits.providerTimeoutShort, 30],
    ["R537 long provider timeout", limits.providerTimeoutLong, 60],
    ["R538 renewal before expiry", limits.tokenRefreshLead, 5 * 60],
    ["R539 first retry", limits.tokenRetryFirst, 30],
    ["R539 longest retry", limits.tokenRetryMost, 16 * 60],
    ["R540 closed window grace", limits.popupClosedGrace, 8],
    ["R541 token age for sync", limits.tokenSyncMaxAge, 300],
  ])("%s", (_name, value, expected) => {
    expect(value).toBe(expected);
  });
});

describe("sentences (sections 2, 4, 5 and 8)", () => {
  it.each<[string, string, string]>([
    ["R044", messages.loading, "Loading..."],
    ["R069 R337", messages.loggingOut, "Logging Out..."],
    ["R122", messages.noProducts, "No products found. Try adjusting your filters."],
    ["R201", messages.photosCounted(3), "3/5 images uploaded"],
    ["R203", messages.editPhotosAdded(2), "Added 2 image(s)"],
    ["R205", messages.updateProduct, "Update Product"],
    ["R206 R354", messages.updating, "Updating..."],
    ["R343", messages.processing, "Processing..."],
    ["R349", messages.generating, "Generating..."],
    ["R364", messages.accessDenied, "Access Denied"],
    ["R365", messages.useCollegeEmail, "Use your college email to continue."],
    ["R367", messages.invalidBackendJson, "Invalid JSON response from backend."],
    ["R368", messages.userNotLoggedIn, "User not logged in"],
    [
      "R369-R376",
      messages.fillAllFields,
      "Please fill in all fields and upload at least one image.",
    ],
    ["R378", messages.priceAboveZero, "Price must be greater than zero."],
    ["R379", messages.fileTooLarge, "File is too large (Max: 15MB)."],
    ["R380", messages.tooManyPhotos, "You can upload a maximum of 5 images."],
    ["R382", messages.photosAdded(4), "4 image(s) added successfully!"],
    ["R384", messages.invalidPhone("Nepal"), "Invalid phone number format for Nepal"],
    ["R395", messages.nameRequired, "Product name is required"],
    ["R396", messages.priceRequired, "Price is required"],
    ["R397", messages.descriptionRequired, "Description is required"],
    ["R398", messages.addressRequired, "Address is required"],
    ["R399", messages.locationTypeRequired, "Location type is required"],
    ["R400", messages.categoryRequired, "Category is required"],
    ["R401", messages.conditionRequired, "Condition is required"],
    ["R402", messages.priceNotNumber, "Price must be a number"],
    ["R403", messages.photoRequired, "Please upload at least one image"],
    ["R404", messages.tooManyPhotosHeld(4), "Maximum 5 images allowed (you have 4)"],
    ["R405", messages.photoUnder15, "Each image must be under 15MB"],
    ["R414", messages.ownProduct, "This is your product."],
    ["R415", messages.ownProductButton, "You can't chat with yourself"],
    ["R455", messages.interestedIn("Lamp"), "interested in buying Lamp"],
    ["R461", messages.userNotRegistered, "User not registered"],
    ["R462", messages.userNotRegisteredTitle, "User Not Registered"],
    ["R462", messages.pleaseRegister, "Please register to continue."],
    ["R463", messages.userAlreadyRegistered, "User already registered"],
    ["R463", messages.alreadyRegisteredTitle, "Already Registered"],
    ["R463", messages.alreadyRegistered, "You are already registered. Redirecting to login."],
    ["R466", messages.loginFailed, "Login failed. Please try again."],
    ["R467", messages.googleLoginFailed, "Google Login failed. Please try again."],
    ["R468", messages.authenticationFailed, "Authentication Failed"],
    ["R468", messages.keepPopupOpen, "Please don't block/close the pop-up window."],
    ["R469", messages.fetchProductsFailed, "Failed to fetch products"],
    ["R470", messages.descriptionRefused, "Failed to generate description"],
    ["R471", messages.descriptionFailed, "Error generating description"],
    ["R472", messages.listingRefused, "Error listing product"],
    ["R473", messages.listingFailed, "Error listing product. Please try again."],
    ["R474", messages.sellerContactUnavailable, "Seller contact unavailable"],
    ["R475", messages.sellerContactNotAvailable, "Seller contact information is not available"],
    ["R476", messages.whatsAppFailed, "Unable to open WhatsApp. Please try again later."],
    ["R477", messages.loggedOut, "Successfully logged out."],
    ["R478", messages.logoutFailed("no network"), "Logout failed: no network"],
    ["R479", messages.semesterUpdated, "Semester updated successfully!"],
    ["R480", messages.semesterFailed, "Failed to update semester"],
    ["R481", messages.markedSold, "Product marked as sold"],
    ["R482", messages.markedUnsold, "Product marked as unsold"],
    ["R483", messages.soldStatusFailed, "Failed to update sold status"],
    ["R484", messages.productDeleted, "Product deleted successfully!"],
    ["R485", messages.deleteFailed, "Failed to delete product"],
    ["R486", messages.pleaseLogin, "Please login to continue"],
    ["R487", messages.loadProductRefused, "Failed to load product"],
    ["R488", messages.loadProductFailed, "Error loading product"],
    ["R489", messages.sessionExpired, "Session expired. Please login again"],
    ["R490", messages.updateRefused, "Failed to update product"],
    ["R491", messages.updateFailed, "Error updating product"],
    ["R492", messages.productUpdated, "Product updated successfully!"],
    ["R493", messages.photoRemoved, "Image removed"],
  ])("the sentence of %s", (_id, sentence, expected) => {
    expect(sentence).toBe(expected);
  });

  it.each([
    ["R544", messages.ok, "OK"],
    ["R545", messages.no, "No"],
    ["R546", messages.cancel, "Cancel"],
    ["R547", messages.closeDialog, "Close this dialog"],
  ])("%s what dialogs call a button", (_, button, name) => {
    expect(button).toBe(name);
  });
});

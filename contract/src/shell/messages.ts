export const browserTooOld =
  "This browser is too old for logging in, searching and selling. Please update it, or open this page in a newer one.";
export const scriptIsOff =
  "Logging in, searching and selling need JavaScript. Please switch it on in your browser's settings, then load this page again.";
export const loading = "Loading...";
export const loggingOut = "Logging Out...";
export const logOut = "Log Out";
export const loggedOut = "Successfully logged out.";
export const logoutFailed = (reason: string) => `Logout failed: ${reason}`;
export const home = "Home";
export const buy = "Buy";
export const sell = "Sell";
export const saved = "Saved";
export const cart = "Cart";
export const profile = "Profile";
export const logIn = "Login";
export const signUp = "Sign up";
export const fallbackName = "User";
export const fallbackInitial = "U";
export const greeting = (firstWord: string) => `Hi, ${firstWord}`;
export const menu = "Menu";
export const mainNavigation = "Main";
export const about = "About Us";
export const howItWorks = "How it works";
export const guidelines = "Community guidelines";
export const terms = "Terms and Conditions";
export const privacy = "Privacy Policy";
export const credits = "Credits";
export const grievance = "Grievances";
export const transparency = "Transparency";
export const newListings = "New on campus";
export const register = "Register";
export const support = "Support:";
export const reportIssue = "Report an issue";
export const contactUs = "Contact us";
export const careers = "Careers";
export const partner = "Partner with us";
export const instagram = "Instagram";
export const linkedin = "LinkedIn";
export const community = "Community chat";
export const footerLine = (campus: string) =>
  `A notice board for second-hand items, run by a small, self-funded team for the students of ${campus}. Free and nonprofit.`;
export const marketplace = "Marketplace";
export const nameOf = (campus: string) => `${campus} ${marketplace}`;
export const help = "Help";
export const moreLinks = "Help and more";
export const follow = "Follow";
export const quickLinks = "Quick";
export const theme = "Theme";
export const themeNames = [
  ["", "Same as device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
export const pleaseLogin = "Please login to continue";
export const sessionExpired = "Session expired. Please login again";
export const backToHome = "Back to home";
export const tryAgain = "Try again";
export const skipToContent = "Skip to content";
export const notifications = "Notifications";
export const close = "Close";
// Default labels of dialog buttons (R544 to R547).
export const ok = "OK";
export const no = "No";
export const cancel = "Cancel";
export const closeDialog = "Close this dialog";
export const pageFailed = "This page could not be shown";
export const wentWrong = "Something went wrong on our side.";
export const invalidBackendJson = "Invalid JSON response from backend.";
export const offline = "You are offline. Please try again when you are connected.";
export const connection = "Connection";
/** For a share whose form was never opened on this device. */
export const shareKept = "We keep what you shared";
export const shareWaits = "It opens here when you are online again.";
export const offlineNotice = "You are offline. Showing what you opened earlier.";
export const offlineShort = "Offline. Pages you opened still work.";
export const offlineStillWorks =
  "Forms keep what you type. Sending waits until you are back online.";
export const backOnline = "You are back online.";

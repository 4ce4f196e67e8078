export const accessDenied = "Access Denied";
export const useCollegeEmail = "Use your college email to continue.";
export const userNotRegistered = "User not registered";
export const accountSuspendedUntil = (when: string) =>
  `This account is suspended until ${when}. Please write to support.`;
export const suspendedTitle = "Your account is suspended";
export const suspendedUntil = (when: string) => `Until ${when} IST`;
export const suspendedOpenEnd = "Until a moderator ends it";
export const suspensionReason = "Reason";
export const readAndAppeal = "See the decision and appeal";
export const logInToAppeal = "Log in to see the decision and to appeal.";
export const suspendedMeaning =
  "Your items are hidden, and you cannot buy or sell. When the suspension ends, they are shown again as they were.";
export const suspendedDeleted =
  "You have deleted this account. If you restore it, it stays suspended until then.";
export const otherComplaint = "Is something else wrong? Tell our grievance officer";
export const yourData = "Your data";
export const freshSignIn =
  "The download and the deletion need you to have logged in within the last ten minutes.";
export const signInNotFresh =
  "Your provider remembered you, and did not let you log in again. Please log out there, then try again.";
export const logInAgain = "Log in again";
export const userNotRegisteredTitle = "User Not Registered";
export const pleaseRegister = "Please register to continue.";
export const userAlreadyRegistered = "User already registered";
export const alreadyRegisteredTitle = "Already Registered";
export const alreadyRegistered = "You are already registered. Redirecting to login.";
export const loginWith = (provider: string) => `Login with ${provider}`;
/** While the provider's window is open, which may be behind this one. */
export const continueInWindow = "Continue in the window that has opened.";
export const showWindow = "Show it again";
export const createAccount = "Create Your Account!";
export const submit = "Submit";
export const loginFailed = "Login failed. Please try again.";
export const loginFailedAt = (provider: string) => `${provider} Login failed. Please try again.`;
export const authenticationFailed = "Authentication Failed";
export const keepPopupOpen = "Please don't block/close the pop-up window.";
export const invalidPhone = (country: string) => `Invalid phone number format for ${country}`;
export const countryCodeRequired = "Please enter your country code";
export const courseRequired = "Please enter your course";
export const courseTooLong = (most: number) => `Please use at most ${most} characters.`;
export const registered = "Registration successful!";
export const noConnection = "No connection. Please check your network and try again.";
export const tooManySignIns = "Too many attempts. Please wait a minute and try again.";
export const signInNotSetUp = (provider: string) =>
  `${provider} does not let you log in from this address. Please write to support.`;
export const onlyCollegeAccount = (provider: string) =>
  `Only your college ${provider} account works here. By logging in you agree to the`;
export const confirmWith = (provider: string) =>
  `You confirm with your college ${provider} account`;

export const title = "Not found";
export const heading = "Page not found";
export const explanation =
  "The address may have a typing mistake, or what was here has been taken down.";
export const perhapsAfterLogIn = "Some pages open after you log in.";

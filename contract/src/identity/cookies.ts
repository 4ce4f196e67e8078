/** Set by the browser from Log Out until the server has ended the session; a new sign-in replaces the session anyway. */
export const logOutPendingCookie = "logout-pending";

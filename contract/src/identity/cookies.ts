type Origin = { protocol: string; port: string };

/** A cookie's name: on https it binds the cookie to our host (RFC 6265bis section 4.1.3), on http it contains the port. */
export function cookieName(name: string, { protocol, port }: Origin): string {
  return protocol === "https:" ? `__Host-${name}` : `${name}-${port || "80"}`;
}

/** Set by the browser from Log Out until the server has ended the session; a new sign-in replaces the session anyway. */
export const logOutPendingCookie = (origin: Origin): string => cookieName("logout-pending", origin);

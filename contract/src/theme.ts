export type Theme = "light" | "dark";

/** Colour of the page's canvas in each theme, for browser bars. */
export const canvasColors: Record<Theme, string> = { light: "#f7f6f2", dark: "#11151a" };

/** Names the theme that was chosen on this device; absent while it follows the system. */
export const themeCookie = "theme";

/** @param cookies a Cookie header, or `document.cookie` */
export function themeOf(cookies: string | undefined): Theme | undefined {
  return /(?:^|; )theme=(light|dark)(?:;|$)/.exec(cookies ?? "")?.[1] as Theme | undefined;
}

import * as messages from "@market/contract/notices/messages";

export type Pushed = { id: string; title: string; text: string; path: string };
type Data = { json(): unknown } | null;

const noticesPage = "/notices";

/** Browsers take pushes away from a site that shows nothing, so there is always something to show. */
export function readPush(data: Data): Pushed {
  const usual = {
    id: "notice",
    title: messages.notices,
    text: messages.newNotice,
    path: noticesPage,
  };
  try {
    const said = data?.json() as Partial<Record<keyof Pushed, unknown>>;
    const isWhole = Object.keys(usual).every(
      (name) => typeof said[name as keyof Pushed] === "string",
    );
    return isWhole ? (said as Pushed) : usual;
  } catch {
    return usual;
  }
}

export type Windows = {
  matchAll(options: {
    type: "window";
  }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
  openWindow(url: string): Promise<unknown>;
};

/** A window that shows something else may hold what the user is writing, and stays as it is. */
export async function openPage(windows: Windows, path: unknown, origin: string): Promise<void> {
  const url =
    typeof path === "string" && /^\/[\w#-]/.test(path) ? origin + path : origin + noticesPage;
  const open = (await windows.matchAll({ type: "window" })).find((each) => each.url === url);
  await (open === undefined ? windows.openWindow(url) : open.focus());
}

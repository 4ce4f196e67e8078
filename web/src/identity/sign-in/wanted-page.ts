import type { Product } from "@market/contract/products/product";
import { paths } from "../../routing/paths.ts";
import { perTab } from "../../browser/storage.ts";

/** The key of the page to return to after a sign-in (Q12). */
const wantedKey = "wanted-page";
const nameKey = "wanted-name";
const itemKey = "wanted-item";
const chatKey = "wanted-chat";

/** @param name what its page is about, where the address does not say it */
export function rememberWantedPage(address: string, name = ""): void {
  if (!isOwnPath(address)) return;
  perTab.write(wantedKey, address);
  perTab.write(nameKey, name);
  perTab.remove(itemKey);
  perTab.remove(chatKey);
}

export function wantedPage(): string | undefined {
  const address = perTab.read(wantedKey);
  return address !== undefined && isOwnPath(address) ? address : undefined;
}

export const wantedName = (): string => perTab.read(nameKey) ?? "";

export function forgetWantedPage(): void {
  for (const key of [wantedKey, nameKey, itemKey]) perTab.remove(key);
}

/** The item whose seller a visitor wanted to write to: the home page opens it after the sign-in (decision 055). */
export function rememberWantedItem({ _id: productId, name }: Pick<Product, "_id" | "name">): void {
  rememberWantedPage(paths.item(productId), name);
  perTab.write(itemKey, productId);
  perTab.write(chatKey, productId);
}

/** Whether this tab signed in for a chat about the item; true once. */
export function takeWantedChat(productId: string): boolean {
  const isWanted = perTab.read(chatKey) === productId;
  if (isWanted) perTab.remove(chatKey);
  return isWanted;
}

export const wantedItem = (): string | undefined => perTab.read(itemKey);

/** The page after a sign-in (R331): the home page, with the wanted item open if there is one. */
export function homePath(): string {
  const productId = wantedItem();
  return productId === undefined ? paths.home : paths.home + paths.withItem("", productId);
}

function isOwnPath(address: string): boolean {
  const { origin } = location;
  try {
    return address.startsWith("/") && new URL(address, origin).origin === origin;
  } catch {
    return false;
  }
}

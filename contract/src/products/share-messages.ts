import { maxPhotos, maxUnusedPhotos } from "../limits.ts";

export const label = "Shared from another app";
export const beforeTap = "Nothing is uploaded before you tap.";
export const keepDraft = "Keep my draft";
export const useShared = "Use what was shared";
export const notReady = "Your phone shared before this app was ready. Pick the photos here.";
export const gone = "What was shared is no longer on this device. Pick the photos here.";
export const installLine = "Install the app, and other apps can share photos with it.";
export const install = "Install";
export const photos = (n: number) => (n === 1 ? "1 photo" : `${n} photos`);

const reasons = {
  size: "Larger than 15 MB",
  kind: "Not a picture",
  space: "More than fits on this device",
  five: `More than ${maxPhotos} photos`,
  thirty: `More than ${maxUnusedPhotos} photos`,
} as const;
export type ReasonLeft = keyof typeof reasons;

/** File names that are listed for one reason. */
const mostNames = 3;
export const left = (reason: ReasonLeft, names: readonly string[]): string => {
  const more = names.length - mostNames;
  const listed = [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])];
  return `${reasons[reason]}: ${new Intl.ListFormat("en").format(listed)}`;
};

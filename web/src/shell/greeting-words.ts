import { messages } from "@market/contract/messages";

/** How the bar names a student: the first word of the display name, and the avatar's letter (R058 to R061). */
export function greetingOf(displayName: string): { firstWord: string; initial: string } {
  const name = displayName.trim();
  return {
    firstWord: name.split(/\s+/)[0] || messages.fallbackName,
    initial: [...name][0]?.toUpperCase() ?? messages.fallbackInitial,
  };
}

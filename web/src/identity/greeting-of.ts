import * as shellMessages from "@market/contract/shell/messages";

export function greetingOf(displayName: string): { firstWord: string; initial: string } {
  const name = displayName.trim();
  return {
    firstWord: name.split(/\s+/)[0] || shellMessages.fallbackName,
    initial: [...name][0]?.toUpperCase() ?? shellMessages.fallbackInitial,
  };
}

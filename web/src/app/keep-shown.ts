import type { DataRouter, DataStrategyFunction } from "react-router";

/** Loads what pages ask for. What one shows stays when loading it again fails: the network may be back only for a moment. */
export const keepShown =
  (shown: () => Pick<DataRouter["state"], "loaderData" | "location">): DataStrategyFunction =>
  async ({ matches, request }) => {
    const loads = matches
      .filter((match) => match.shouldCallHandler())
      .map(async (match) => {
        const loaded = await match.resolve();
        const { id } = match.route;
        const { loaderData, location } = shown();
        const isKept =
          loaded.type === "error" &&
          id in loaderData &&
          new URL(request.url).pathname === location.pathname;
        return [id, isKept ? { type: "data" as const, result: loaderData[id] } : loaded] as const;
      });
    return Object.fromEntries(await Promise.all(loads));
  };

import type { LazyRouteFunction, RouteObject } from "react-router";
import { Guard, VisitorsOnly } from "../identity/guard.tsx";
import { PageFailure } from "../shell/page-failure.tsx";
import { Shell } from "../shell/shell.tsx";
import { Loading } from "../ui/loading.tsx";
import * as shellMessages from "@market/contract/shell/messages";
import { type PageHandle, title } from "../routing/head.ts";

const page = (
  module: string,
  path: string,
  load: () => Promise<object>,
  handle?: PageHandle,
): RouteObject => ({
  id: `${path} ${module}`,
  path,
  handle,
  lazy: load as LazyRouteFunction<RouteObject>,
});

/** Its head is here, since the server does not load the module. */
const guarded = (
  name: string,
  module: string,
  path: string,
  load: () => Promise<{ Component: unknown; handle?: never }>,
  more?: Pick<PageHandle, "asksToLogIn">,
): RouteObject => page(module, path, load, { head: title(name, { hidden: true }), ...more });

const home = () => import("../pages/home.tsx");

export const routes: RouteObject[] = [
  {
    id: "shell",
    Component: Shell,
    errorElement: <PageFailure />,
    HydrateFallback: () => <Loading label={shellMessages.loading} />,
    children: [{ id: "page", errorElement: <PageFailure isInShell />, children: pages() }],
  },
];

function pages(): RouteObject[] {
  return [
    {
      id: "visitors-only",
      Component: VisitorsOnly,
      children: [
        page("login", "/login", () => import("../pages/login.tsx")),
        page("register", "/register", () => import("../pages/register.tsx")),
      ],
    },
    page("home", "/", home),
    page("home", "/home", home),
    page("about", "/about", () => import("../pages/about.tsx")),
    page("terms", "/terms", () => import("../pages/terms.tsx")),
    page("privacy", "/privacy", () => import("../pages/privacy.tsx")),
    page("how-it-works", "/how-it-works", () => import("../pages/how-it-works.tsx")),
    page(
      "community-guidelines",
      "/community-guidelines",
      () => import("../pages/community-guidelines.tsx"),
    ),
    page("item", "/item/:productId", () => import("../pages/item.tsx")),
    page("item-poster", "/item/:productId/poster", () => import("../pages/item-poster.tsx")),
    page("leaving", "/leaving/:bundleId", () => import("../pages/leaving.tsx")),
    page(
      "leaving-poster",
      "/leaving/:bundleId/poster",
      () => import("../pages/leaving-poster.tsx"),
    ),
    page("grievance", "/grievance", () => import("../pages/grievance.tsx")),
    page("transparency", "/transparency", () => import("../pages/transparency.tsx")),
    page("credits", "/credits", () => import("../pages/credits.tsx")),
    {
      id: "guard",
      Component: Guard,
      HydrateFallback: () => <Loading label={shellMessages.loading} />,
      children: [
        guarded("Buy", "buy", "/buy", () => import("../pages/buy.tsx")),
        guarded("Sell an Item", "sell", "/sell", () => import("../pages/sell.tsx")),
        guarded(
          "Sell many things",
          "sell-many",
          "/sell/many",
          () => import("../pages/sell-many.tsx"),
        ),
        guarded("Cart", "cart", "/cart", () => import("../pages/cart.tsx")),
        guarded("Saved", "saved", "/saved", () => import("../pages/saved.tsx")),
        guarded("Notices", "notices", "/notices", () => import("../pages/notices.tsx")),
        guarded("Profile", "profile", "/profile", () => import("../pages/profile.tsx")),
        guarded(
          "Edit product",
          "edit-product",
          "/edit-product/:productId",
          () => import("../pages/edit-product.tsx"),
          { asksToLogIn: true },
        ),
      ],
    },
    page("suspended", "/suspended", () => import("../pages/suspended.tsx"), {
      head: title("Suspended", { hidden: true }),
    }),
    page("moderation", "/moderation", () => import("../pages/moderation.tsx"), {
      head: title("Moderation", { hidden: true }),
    }),
    page("operations", "/operations", () => import("../pages/operations.tsx"), {
      head: title("Operations", { hidden: true }),
    }),
    page("not-found", "*", () => import("../pages/not-found.tsx")),
  ];
}

export function moduleOf(routeId: string): string | undefined {
  const [, module] = routeId.split(" ");
  return module && `src/pages/${module}.tsx`;
}

/** Must run on matched routes before the router is made, or it renders nothing first. */
export async function loadLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  const module = await route.lazy();
  Object.assign(route, module, { lazy: undefined });
}

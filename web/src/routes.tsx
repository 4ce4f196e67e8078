import type { LazyRouteFunction, RouteObject } from "react-router";
import { Guard } from "./account/guard.tsx";
import { VisitorsOnly } from "./account/visitors-only.tsx";
import { PageFailure } from "./shell/page-failure.tsx";
import { Shell } from "./shell/shell.tsx";
import { Loading } from "./ui/loading.tsx";
import { messages } from "@market/contract/messages";
import { type PageHandle, title } from "./pages/head.ts";

/** A route module: `Component`, and where it has them `loader`, `handle` and `shouldRevalidate`. */
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

/** A protected page. Its head stands here, and only here: on the server, where nobody is signed in, its module is not loaded. */
const guarded = (
  name: string,
  module: string,
  path: string,
  load: () => Promise<{ Component: unknown; handle?: never }>,
  more?: Pick<PageHandle, "asksToLogIn">,
): RouteObject => page(module, path, load, { head: title(name, { hidden: true }), ...more });

const home = () => import("./pages/home.tsx");

/** Every screen, in the order of the specification's route table; Saved is ours. */
export const routes: RouteObject[] = [
  {
    id: "shell",
    Component: Shell,
    errorElement: <PageFailure />,
    HydrateFallback: () => <Loading label={messages.loading} />,
    // A page that cannot be had leaves the bars around it.
    children: [{ id: "page", errorElement: <PageFailure isInShell />, children: pages() }],
  },
];

function pages(): RouteObject[] {
  return [
    {
      id: "visitors-only",
      Component: VisitorsOnly,
      children: [
        page("login", "/login", () => import("./pages/login.tsx")),
        page("register", "/register", () => import("./pages/register.tsx")),
      ],
    },
    page("home", "/", home),
    page("home", "/home", home),
    page("about", "/about", () => import("./pages/about.tsx")),
    page("terms", "/terms", () => import("./pages/terms.tsx")),
    page("privacy", "/privacy", () => import("./pages/privacy.tsx")),
    page("how-it-works", "/how-it-works", () => import("./pages/how-it-works.tsx")),
    page(
      "community-guidelines",
      "/community-guidelines",
      () => import("./pages/community-guidelines.tsx"),
    ),
    page("item", "/item/:productId", () => import("./pages/item.tsx")),
    page("credits", "/credits", () => import("./pages/credits.tsx")),
    {
      id: "guard",
      Component: Guard,
      HydrateFallback: () => <Loading label={messages.loading} />,
      children: [
        guarded("Buy", "buy", "/buy", () => import("./pages/buy.tsx")),
        guarded("Sell an Item", "sell", "/sell", () => import("./pages/sell.tsx")),
        guarded("Cart", "cart", "/cart", () => import("./pages/cart.tsx")),
        guarded("Saved", "saved", "/saved", () => import("./pages/saved.tsx")),
        guarded("Profile", "profile", "/profile", () => import("./pages/profile.tsx")),
        guarded(
          "Edit product",
          "edit-product",
          "/edit-product/:productId",
          () => import("./pages/edit-product.tsx"),
          { asksToLogIn: true },
        ),
      ],
    },
    page("not-found", "*", () => import("./pages/not-found.tsx")),
  ];
}

/** The source file of a route's module, or undefined for a route that is part of the entry. */
export function moduleOf(routeId: string): string | undefined {
  const [, module] = routeId.split(" ");
  return module && `src/pages/${module}.tsx`;
}

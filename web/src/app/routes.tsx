import * as titles from "@market/contract/pages/title-messages";
import type { RouteObject } from "react-router";
import { Guard, VisitorsOnly } from "../identity/guard.tsx";
import { title } from "../routing/head.ts";
import { type Page, PageView } from "./page-view.tsx";

const home = () => import("../pages/home.tsx");

const unknown: Page = {
  path: "*",
  module: "not-found",
  load: () => import("../pages/not-found.tsx"),
};

const forVisitors: Page[] = [
  { path: "/login", module: "login", load: () => import("../pages/login.tsx") },
  { path: "/register", module: "register", load: () => import("../pages/register.tsx") },
];

const open: Page[] = [
  { path: "/", module: "home", load: home },
  { path: "/home", module: "home", load: home },
  { path: "/about", module: "about", load: () => import("../pages/about.tsx") },
  { path: "/terms", module: "terms", load: () => import("../pages/terms.tsx") },
  { path: "/privacy", module: "privacy", load: () => import("../pages/privacy.tsx") },
  {
    path: "/how-it-works",
    module: "how-it-works",
    load: () => import("../pages/how-it-works.tsx"),
  },
  {
    path: "/community-guidelines",
    module: "community-guidelines",
    load: () => import("../pages/community-guidelines.tsx"),
  },
  { path: "/item/:productId", module: "item", load: () => import("../pages/item.tsx") },
  {
    path: "/item/:productId/poster",
    module: "item-poster",
    load: () => import("../pages/item-poster.tsx"),
  },
  { path: "/leaving/:bundleId", module: "leaving", load: () => import("../pages/leaving.tsx") },
  {
    path: "/leaving/:bundleId/poster",
    module: "leaving-poster",
    load: () => import("../pages/leaving-poster.tsx"),
  },
  { path: "/grievance", module: "grievance", load: () => import("../pages/grievance.tsx") },
  {
    path: "/transparency",
    module: "transparency",
    load: () => import("../pages/transparency.tsx"),
  },
  { path: "/new", module: "new", load: () => import("../pages/new.tsx") },
  { path: "/credits", module: "credits", load: () => import("../pages/credits.tsx") },
  {
    path: "/suspended",
    module: "suspended",
    load: () => import("../pages/suspended.tsx"),
    head: title(titles.suspended, { hidden: true }),
  },
  {
    path: "/moderation",
    module: "moderation",
    load: () => import("../pages/moderation.tsx"),
    head: title(titles.moderation, { hidden: true }),
  },
  {
    path: "/operations",
    module: "operations",
    load: () => import("../pages/operations.tsx"),
    head: title(titles.operations, { hidden: true }),
  },
  unknown,
];

/** These routes include their head, since the server does not load these pages. */
const guarded = (name: string, path: string, module: string, load: Page["load"]): Page => ({
  path,
  module,
  load,
  head: title(name, { hidden: true }),
});

const forStudents: Page[] = [
  guarded(titles.buy, "/buy", "buy", () => import("../pages/buy.tsx")),
  guarded(titles.sell, "/sell", "sell", () => import("../pages/sell.tsx")),
  guarded(titles.sellMany, "/sell/many", "sell-many", () => import("../pages/sell-many.tsx")),
  guarded(titles.cart, "/cart", "cart", () => import("../pages/cart.tsx")),
  guarded(titles.saved, "/saved", "saved", () => import("../pages/saved.tsx")),
  guarded(titles.notices, "/notices", "notices", () => import("../pages/notices.tsx")),
  guarded(titles.farewell, "/farewell", "farewell", () => import("../pages/farewell.tsx")),
  guarded(titles.profile, "/profile", "profile", () => import("../pages/profile.tsx")),
  guarded(
    titles.editProduct,
    "/edit-product/:productId",
    "edit-product",
    () => import("../pages/edit-product.tsx"),
  ),
];

/** Everyone is signed out on the server: only these are rendered there. */
export const publicPages = [...forVisitors, ...open];

const idOf = ({ path, module }: Page) => `${path} ${module}`;
const byId = new Map([...publicPages, ...forStudents].map((page) => [idOf(page), page]));

const routeOf = (page: Page): RouteObject => ({
  id: idOf(page),
  path: page.path,
  element: <PageView page={page} />,
});

export const routes: RouteObject[] = [
  { id: "visitors-only", element: <VisitorsOnly />, children: forVisitors.map(routeOf) },
  ...open.map(routeOf),
  { id: "guard", element: <Guard />, children: forStudents.map(routeOf) },
];

/** The routes of an address for which the server sent the document of unknown addresses. */
export const unknownRoutes: RouteObject[] = [routeOf(unknown)];
export const unknownId = idOf(unknown);

/** The page that a path leads to, through the routes around it. */
export const pageOf = (routeIds: readonly string[]): Page | undefined =>
  byId.get(routeIds.at(-1) ?? "");

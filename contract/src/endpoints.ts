import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import { alertEndpoints } from "./endpoints/alerts.ts";
import { analyticsEndpoints } from "./endpoints/analytics.ts";
import { bundleEndpoints } from "./endpoints/bundles.ts";
import { dealEndpoints } from "./endpoints/deals.ts";
import { descriptionEndpoints } from "./endpoints/descriptions.ts";
import { identityEndpoints } from "./endpoints/identity.ts";
import { moderationEndpoints } from "./endpoints/moderation.ts";
import { noticeEndpoints } from "./endpoints/notices.ts";
import { operationsEndpoints } from "./endpoints/operations.ts";
import { photoEndpoints } from "./endpoints/photos.ts";
import { productEndpoints } from "./endpoints/products.ts";
import { studentEndpoints } from "./endpoints/students.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";

export type { Endpoint };

/** The whole API as one table. */
export const endpoints = {
  ...identityEndpoints,
  ...studentEndpoints,
  ...productEndpoints,
  ...photoEndpoints,
  ...descriptionEndpoints,
  ...bundleEndpoints,
  ...alertEndpoints,
  ...dealEndpoints,
  ...noticeEndpoints,
  ...moderationEndpoints,
  ...analyticsEndpoints,
  ...operationsEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
/** The row of the table that describes this call. */
export type EndpointOf<C extends Call> = Extract<(typeof endpoints)[EndpointName], C>;
export type Reply<E extends Endpoint> = E["reply"] extends z.ZodMiniType
  ? z.infer<E["reply"]>
  : undefined;
/** The query, parsed. */
export type Query<E extends Endpoint> = E["query"] extends z.ZodMiniType
  ? z.infer<E["query"]>
  : undefined;
/** The JSON body, parsed. */
export type Body<E extends Endpoint> = E["body"] extends z.ZodMiniType
  ? z.infer<E["body"]>
  : undefined;

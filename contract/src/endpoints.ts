import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import { alertEndpoints } from "./alerts/endpoints.ts";
import { analyticsEndpoints } from "./analytics/endpoints.ts";
import { bundleEndpoints } from "./bundles/endpoints.ts";
import { dealEndpoints } from "./deals/endpoints.ts";
import { descriptionEndpoints } from "./descriptions/endpoints.ts";
import { identityEndpoints } from "./identity/endpoints.ts";
import { moderationEndpoints } from "./moderation/endpoints.ts";
import { noticeEndpoints } from "./notices/endpoints.ts";
import { operationsEndpoints } from "./operations/endpoints.ts";
import { photoEndpoints } from "./photos/endpoints.ts";
import { productEndpoints } from "./products/endpoints.ts";
import { studentEndpoints } from "./students/endpoints.ts";
import type { Endpoint } from "./endpoint.ts";

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

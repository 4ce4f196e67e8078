import type * as z from "zod/mini";
import type { Call } from "./call.ts";
import type { Details } from "./endpoint.ts";
import type { ErrorCode } from "./errors.ts";
import { alertEndpoints } from "./alerts/endpoints.ts";
import { analyticsEndpoints } from "./analytics/endpoints.ts";
import { bundleEndpoints } from "./bundles/endpoints.ts";
import { dealEndpoints } from "./deals/endpoints.ts";
import { descriptionEndpoints } from "./descriptions/endpoints.ts";
import { handoverEndpoints } from "./handover/endpoints.ts";
import { identityEndpoints } from "./identity/endpoints.ts";
import { keyEndpoints } from "./keys/endpoints.ts";
import { listEndpoints } from "./lists/endpoints.ts";
import { moderationEndpoints } from "./moderation/endpoints.ts";
import { noticeEndpoints } from "./notices/endpoints.ts";
import { operationsEndpoints } from "./operations/endpoints.ts";
import { photoEndpoints } from "./photos/endpoints.ts";
import { productEndpoints } from "./products/endpoints.ts";
import { rightsEndpoints } from "./rights/endpoints.ts";
import { savedEndpoints } from "./saved/endpoints.ts";
import { sharingEndpoints } from "./sharing/endpoints.ts";
import { studentEndpoints } from "./students/endpoints.ts";

export type Endpoint = Call & Details<ErrorCode>;

export const endpoints = {
  ...identityEndpoints,
  ...studentEndpoints,
  ...productEndpoints,
  ...savedEndpoints,
  ...listEndpoints,
  ...photoEndpoints,
  ...descriptionEndpoints,
  ...bundleEndpoints,
  ...alertEndpoints,
  ...dealEndpoints,
  ...noticeEndpoints,
  ...moderationEndpoints,
  ...sharingEndpoints,
  ...keyEndpoints,
  ...handoverEndpoints,
  ...rightsEndpoints,
  ...analyticsEndpoints,
  ...operationsEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
export type EndpointOf<C extends Call> = Extract<(typeof endpoints)[EndpointName], C>;
export type Reply<E extends Endpoint> = E extends { reply: infer R extends z.ZodMiniType }
  ? z.infer<R> | ForModerators<E, "reply">
  : undefined;
export type Query<E extends Endpoint> = E extends { query: infer Q extends z.ZodMiniType }
  ? z.infer<Q>
  : undefined;
export type Body<E extends Endpoint> = E extends { body: infer B extends z.ZodMiniType }
  ? z.infer<B> | ForModerators<E, "body">
  : undefined;
type ForModerators<E extends Endpoint, Part extends "body" | "reply"> = E extends {
  forModerators: Record<Part, infer S extends z.ZodMiniType>;
}
  ? z.infer<S>
  : never;

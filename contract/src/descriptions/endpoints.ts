import * as z from "zod/mini";
import { endpointsOf } from "../endpoint.ts";
import { maxDescriptionFeatures, maxLength } from "../limits.ts";
import { seen, text } from "../text-schemas.ts";
import * as calls from "./calls.ts";

export const descriptionEndpoints = endpointsOf(calls, {
  generateDescription: {
    summary: "Write a description from a title and features",
    overload: "exempt",
    body: z.object({
      title: text(maxLength.descriptionTitle).check(z.meta(seen(maxLength.descriptionTitle))),
      features: z
        .array(text(maxLength.descriptionFeature))
        .check(z.maxLength(maxDescriptionFeatures)),
    }),
    refusal: "field-too-long",
    reply: z.object({ description: z.string(), writer: z.enum(["local", "provider"]) }),
  },
});

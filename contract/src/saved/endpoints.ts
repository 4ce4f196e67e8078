import * as z from "zod/mini";
import { endpointsOf, ok } from "../endpoint.ts";
import { savedProduct } from "../products/schemas.ts";
import * as calls from "./calls.ts";

export const savedEndpoints = endpointsOf(calls, {
  savedProducts: {
    summary: "The products that the caller has saved, sold ones included, the latest saved first",
    reply: ok({ products: z.array(savedProduct) }),
  },
  savedIds: {
    summary: "The ids of the products that the caller has saved",
    reply: ok({ ids: z.array(z.uuid()) }),
  },
  saveProduct: {
    summary: "Save a product for the caller; saving it again changes nothing",
  },
  unsaveProduct: {
    summary: "Take a product off the caller's saved ones, if it is among them",
  },
});

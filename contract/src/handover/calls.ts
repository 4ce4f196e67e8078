import { call } from "../call.ts";

export const offerHandover = call("POST", "/api/products/{productId}/handover", "student");
export const listHandovers = call("GET", "/api/handovers", "student");
export const answerHandover = call("POST", "/api/handovers/{handoverId}", "student");
export const withdrawHandover = call("DELETE", "/api/handovers/{handoverId}", "student");

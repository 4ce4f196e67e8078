import { call } from "../call.ts";

export const generateDescription = call("POST", "/api/ai/generate-description", "optional");

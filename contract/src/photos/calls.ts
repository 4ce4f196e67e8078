import { call } from "../call.ts";

export const createPhoto = call("POST", "/api/photos", "student");
export const deletePhoto = call("DELETE", "/api/photos/{photoId}", "student");

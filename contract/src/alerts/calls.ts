import { call } from "../call.ts";

export const listAlerts = call("GET", "/api/alerts", "student");
export const addAlert = call("PUT", "/api/alerts", "student");
export const deleteAlert = call("DELETE", "/api/alerts/{alertId}", "student");

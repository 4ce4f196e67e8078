import { call } from "../call.ts";

export const listNotices = call("GET", "/api/notices", "student");
export const readNotices = call("POST", "/api/notices/read", "student");
export const getNoticeSettings = call("GET", "/api/notices/settings", "student");
export const changeNoticeSettings = call("PUT", "/api/notices/settings", "student");
export const subscribePush = call("PUT", "/api/push", "student");
export const unsubscribePush = call("DELETE", "/api/push", "student");

import * as noticeMessages from "@market/contract/notices/listing-messages";
import type { NoticeAction } from "@market/contract/notices/notice";

export const confirmOf = (id: string, label = noticeMessages.yes): NoticeAction => ({
  name: "confirm",
  label,
  method: "POST",
  path: `/api/products/${id}/confirm`,
});

export const renewOf = (id: string): NoticeAction => ({
  name: "renew",
  label: noticeMessages.renew,
  method: "POST",
  path: `/api/products/${id}/renew`,
});

export const removeOf = (id: string): NoticeAction => ({
  name: "remove",
  label: noticeMessages.remove,
  method: "DELETE",
  path: `/api/products/${id}`,
});

export const soldOf = (id: string, label = noticeMessages.markSold): NoticeAction => ({
  name: "sold",
  label,
  method: "PUT",
  path: `/api/products/${id}/toggle-sold`,
  body: { isSold: true },
});

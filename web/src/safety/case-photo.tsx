import * as calls from "@market/contract/safety-calls";
import { useEffect, useState } from "react";
import { urlOf } from "../api/client.ts";
import { fetchFile } from "./fetch-file.ts";

type Props = { caseId: string; photoId: string; alt: string };

/** Fetched with the moderator's token, since a hidden listing's photos have no public address. */
export function CasePhoto({ caseId, photoId, alt }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let isGone = false;
    let made: string | undefined;
    fetchFile(urlOf(calls.getCasePhoto, { params: { caseId, photoId } })).then(
      (photo) => {
        if (isGone) return;
        made = URL.createObjectURL(photo);
        setUrl(made);
      },
      (failure: unknown) => console.warn("A photo of the case did not arrive", failure),
    );
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [caseId, photoId]);
  return (
    <span className="bg-sunken rounded-card block aspect-4/5 overflow-hidden">
      {url !== undefined && <img src={url} alt={alt} className="size-full object-cover" />}
    </span>
  );
}

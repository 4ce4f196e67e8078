import * as calls from "@market/contract/moderation/calls";
import { photoGone } from "@market/contract/moderation/messages";
import { useEffect, useState } from "react";
import { urlOf } from "../api/client.ts";
import { fetchFile } from "../api/fetch-file.ts";

type Props = { caseId: string; photoId: string; alt: string };

/** Fetched with the moderator's token, since a hidden listing's photos have no public address. */
export function CasePhoto({ caseId, photoId, alt }: Props) {
  const [url, setUrl] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    let made: string | undefined;
    fetchFile(calls.getCasePhoto, urlOf(calls.getCasePhoto, { params: { caseId, photoId } })).then(
      (photo) => {
        if (isGone) return;
        made = URL.createObjectURL(photo);
        setUrl(made);
      },
      (failure: unknown) => {
        if (isGone) return;
        setIsMissing(true);
        console.warn("A photo of the case did not arrive", failure);
      },
    );
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [caseId, photoId]);
  return (
    <span className="bg-sunken rounded-card block aspect-4/5 overflow-hidden">
      {isMissing && (
        <span className="text-muted grid size-full place-items-center p-2 text-center text-sm">
          {photoGone}
        </span>
      )}
      {url !== undefined && (
        // All of it, in a tab of its own.
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={alt} className="size-full object-cover" />
        </a>
      )}
    </span>
  );
}

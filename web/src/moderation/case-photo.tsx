import * as calls from "@market/contract/moderation/calls";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { useEffect, useState } from "react";
import { urlOf } from "../api/client.ts";
import { fetchFile } from "../api/fetch-file.ts";
import { CloseButton, Dialog } from "../ui/dialog.tsx";

type Props = { caseId: string; photoId: string; alt: string };

export function CasePhoto({ caseId, photoId, alt }: Props) {
  const { url, isMissing } = usePhoto({ caseId, photoId, size: "preview" });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className="bg-sunken rounded-card block aspect-4/5 overflow-hidden">
      {isMissing && <PhotoGone />}
      {url !== undefined && (
        <button
          type="button"
          className="pressable block size-full"
          aria-label={moderatorsMessages.openPhoto(alt)}
          onClick={() => setIsOpen(true)}
        >
          <img src={url} alt={alt} className="size-full object-cover" />
        </button>
      )}
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} label={alt}>
        <div className="grid justify-items-end gap-2 p-2">
          <CloseButton onClick={() => setIsOpen(false)} />
          <FullPhoto caseId={caseId} photoId={photoId} alt={alt} />
        </div>
      </Dialog>
    </span>
  );
}

/** The widest file of a photo, uncropped; nothing is shown until it has arrived. */
function FullPhoto({ caseId, photoId, alt }: Props) {
  const { url, isMissing } = usePhoto({ caseId, photoId, size: "full" });
  if (isMissing) return <PhotoGone />;
  return (
    <img
      src={url}
      alt={alt}
      className="bg-sunken min-h-40 max-h-[80dvh] w-auto max-w-full justify-self-center object-contain"
    />
  );
}

const PhotoGone = () => (
  <span className="text-muted grid size-full place-items-center p-2 text-center text-sm">
    {moderatorsMessages.photoGone}
  </span>
);

type PhotoRequest = { caseId: string; photoId: string; size: "preview" | "full" };

/** Fetches with the moderator's token, since a hidden listing's photos have no public address. */
function usePhoto({ caseId, photoId, size }: PhotoRequest): { url?: string; isMissing: boolean } {
  const [url, setUrl] = useState<string>();
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    let isGone = false;
    let made: string | undefined;
    const address = urlOf(calls.getCasePhoto, { params: { caseId, photoId }, query: { size } });
    fetchFile(calls.getCasePhoto, address).then(
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
  }, [caseId, photoId, size]);
  return { ...(url !== undefined && { url }), isMissing };
}

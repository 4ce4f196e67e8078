import { useEffect, useEffectEvent, useState } from "react";

/** Takes files dropped on or pasted into the page. @returns whether files are being held over it */
export function useIncomingFiles(take: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const arrive = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) take([...files]);
  });
  useEffect(() => {
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(event.type === "dragover");
      if (event.type === "drop") arrive(event.dataTransfer.files);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => arrive(clipboardData?.files);
    const leaving = new AbortController();
    const { signal } = leaving;
    addEventListener("dragover", hold, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("drop", hold, { signal });
    addEventListener("paste", paste, { signal });
    return () => leaving.abort();
  }, []);
  return isOver;
}

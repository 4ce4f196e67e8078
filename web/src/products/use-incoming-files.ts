import { useEffect, useEffectEvent, useState } from "react";

/**
 * Files that are dropped on or pasted into the page, wherever on it.
 * @returns whether files are being held over the page
 */
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
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(false);
      arrive(event.dataTransfer.files);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => arrive(clipboardData?.files);
    addEventListener("dragover", hold);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    addEventListener("paste", paste);
    return () => {
      removeEventListener("dragover", hold);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
      removeEventListener("paste", paste);
    };
  }, []);
  return isOver;
}

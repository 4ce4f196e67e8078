import { uploadLongestSide } from "@market/contract/limits";

const quality = 0.85;
/** Bytes under which a picture of the right size and type travels as it is. */
const smallEnough = 400_000;
/** Formats that the server can decode; others that the browser can read are converted to JPEG. */
const sendable = ["image/jpeg", "image/png", "image/webp", "image/avif"];

export function fitInside(width: number, height: number, longest: number) {
  const scale = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

export function isReadyToSend(photo: Blob, width: number, height: number): boolean {
  return (
    Math.max(width, height) <= uploadLongestSide &&
    photo.size <= smallEnough &&
    sendable.includes(photo.type)
  );
}

/** Redraws a picture upright as JPEG of at most 2048 px; keeps the file if that is smaller. @throws when unreadable */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  const picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  try {
    if (isReadyToSend(photo, picture.width, picture.height)) return photo;
    const { width, height } = fitInside(picture.width, picture.height, uploadLongestSide);
    const canvas = new OffscreenCanvas(width, height);
    const pen = canvas.getContext("2d", { alpha: false });
    if (!pen) return photo;
    pen.fillStyle = "white";
    pen.fillRect(0, 0, width, height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, width, height);
    const redrawn = await canvas.convertToBlob({ type: "image/jpeg", quality });
    return redrawn.size < photo.size || !sendable.includes(photo.type) ? redrawn : photo;
  } finally {
    picture.close();
  }
}

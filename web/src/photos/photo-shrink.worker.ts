import { shrinkPhoto } from "./photo-canvas.ts";

addEventListener("message", ({ data }: MessageEvent<Blob>) => {
  void shrinkPhoto(data)
    .catch(() => data)
    .then((photo) => postMessage(photo));
});

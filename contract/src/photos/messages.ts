export const photos = "Photos";
export const countOf = (n: number, most: number) => `${n} of ${most}`;
export const photo = (n: number) => `Photo ${n}`;
export const photoWith = (n: number, state: string) => `${photo(n)}: ${state}`;
export const photoPosition = (n: number, count: number) => `${photo(n)} of ${count}`;
export const tryAgain = (n: number) => `${photo(n)}: try again`;
export const remove = (n: number) => `Remove photo ${n}`;
export const cover = "Cover";
export const camera = "Camera";
export const gallery = "Gallery";
export const dropOrPaste = "or drop photos here, or paste them";
export const fromGallery = "Photos from the gallery";
export const addCover = "Add a cover photo";
export const addPhoto = "Add a photo";
export const makeCover = "Make cover";
export const moveLeft = "Move left";
export const moveRight = "Move right";
export const states = {
  shrinking: "being prepared",
  held: "not uploaded yet",
  waiting: "waiting to upload",
  delayed: "will be sent again soon",
  uploaded: "ready",
  stored: "ready",
} as const;
export const checking = "being checked";
export const uploading = (percent: number) => `uploading, ${percent} percent`;

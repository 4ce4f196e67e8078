import { statfs } from "node:fs/promises";

/** Bytes that must stay free, so that the database on the same disk never finds it full. */
export const reservedBytes = 256 * 1024 * 1024;

export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

import { statfs } from "node:fs/promises";
import type { FastifyRequest } from "fastify";
import { createBound } from "../bounded.ts";
import { AppError } from "../errors.ts";

/** Uploads of one student in work; the next ones wait with their bodies unread. */
const perStudent = { atOnce: 2, waiting: 6 };
/** Bytes that must stay free beside everything that is taken in, so that the database never meets a full disk. */
export const reservedBytes = 256 * 1024 * 1024;

export type AdmitUpload = <T>(
  request: FastifyRequest,
  rules: {
    /** The folder on whose disk the upload is spooled */
    dataDir: string;
    /** Bytes that it may have at most */
    most: number;
    /** Throws when the student has none left of what the upload would use */
    allow?: (() => Promise<unknown>) | undefined;
  },
  work: () => Promise<T>,
) => Promise<T>;

export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Decides about uploads before a byte of them is spooled: a student's few at a time, only what the student is allowed,
 * and only what the disk has room for beside the other uploads that have begun.
 * @throws AppError server-busy, storage-full, or what `allow` throws
 */
export function createUploadAdmission(free = freeBytes): AdmitUpload {
  const students = new Map<string, { bound: ReturnType<typeof createBound>; uploads: number }>();
  /** Bytes that uploads in work may still write. */
  let promised = 0;

  async function withRoom<T>(dataDir: string, bytes: number, work: () => Promise<T>): Promise<T> {
    const left = await free(dataDir);
    if (left - promised - bytes < reservedBytes) throw new AppError("storage-full");
    promised += bytes;
    try {
      return await work();
    } finally {
      promised -= bytes;
    }
  }

  return async (request, { dataDir, most, allow }, work) => {
    const id = request.caller?.userId ?? "";
    const student = students.get(id) ?? { bound: createBound(perStudent), uploads: 0 };
    students.set(id, student);
    student.uploads++;
    try {
      return await student.bound(async () => {
        if (request.raw.destroyed) throw new AppError("invalid-multipart");
        await allow?.();
        const declared = Number(request.headers["content-length"] ?? most);
        return withRoom(dataDir, Math.min(declared, most), work);
      });
    } finally {
      if (--student.uploads === 0) students.delete(id);
    }
  };
}

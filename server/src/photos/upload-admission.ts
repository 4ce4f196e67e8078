import type { FastifyRequest } from "fastify";
import { createConcurrencyLimit } from "../http/concurrency.ts";
import { AppError } from "../errors/errors.ts";
import { freeBytes, reservedBytes } from "../storage/free-space.ts";

const perStudent = { concurrent: 2, waiting: 6 };

export type AdmitUpload = <T>(
  request: FastifyRequest,
  rules: { dataDir: string; most: number; allow?: (() => Promise<unknown>) | undefined },
  work: () => Promise<T>,
) => Promise<T>;

/** Admits uploads before they are spooled. @throws AppError server-busy, storage-full, or what `allow` throws */
export function createUploadAdmission(free = freeBytes): AdmitUpload {
  type Student = { limit: ReturnType<typeof createConcurrencyLimit>; uploads: number };
  const students = new Map<string, Student>();
  let promised = 0;

  async function withDiskSpace<T>(
    dataDir: string,
    bytes: number,
    work: () => Promise<T>,
  ): Promise<T> {
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
    const id = request.currentUser?.userId ?? "";
    const student = students.get(id) ?? { limit: createConcurrencyLimit(perStudent), uploads: 0 };
    students.set(id, student);
    student.uploads++;
    try {
      return await student.limit(async () => {
        if (request.raw.destroyed) throw new AppError("invalid-multipart");
        await allow?.();
        const declared = Number(request.headers["content-length"] ?? most);
        return withDiskSpace(dataDir, Math.min(declared, most), work);
      });
    } finally {
      if (--student.uploads === 0) students.delete(id);
    }
  };
}

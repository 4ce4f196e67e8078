import type { FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

/** A campus stands behind one address, so an address may ask this many times what a student may. */
const studentsPerAddress = 5;
/** Milliseconds. */
const minute = 60_000;

export type Fence = {
  /** @throws AppError rate-limited when the student, or the address of nobody in particular, asks too often */
  pass(request: FastifyRequest, userId: string | undefined): void;
  /** Counts one more call of an address, unless it has none left. */
  admits(address: string): boolean;
};

/**
 * The outer fence against floods: requests per minute, per student when signed in, else per address.
 * It counts in memory: with several processes each lets as many through. What must be exact (listings,
 * contacts, descriptions) is counted in the database instead.
 */
export function createFence(perMinute: number): Fence {
  const students = new Map<string, number>();
  const addresses = new Map<string, number>();
  const perAddress = perMinute * studentsPerAddress;
  let ends = 0;

  /** Everybody's minute is the same, so that forgetting is one stroke and nothing is kept for longer. */
  const left = (counts: Map<string, number>, key: string, most: number): boolean => {
    const now = performance.now();
    if (now >= ends) {
      students.clear();
      addresses.clear();
      ends = now + minute;
    }
    const used = counts.get(key) ?? 0;
    if (used >= most) return false;
    counts.set(key, used + 1);
    return true;
  };

  return {
    pass(request, userId) {
      const isLeft =
        userId === undefined
          ? left(addresses, request.ip, perAddress)
          : left(students, userId, perMinute);
      if (!isLeft)
        throw new AppError("rate-limited", { retryAfter: (ends - performance.now()) / 1000 });
    },
    admits: (address) => left(addresses, address, perAddress),
  };
}

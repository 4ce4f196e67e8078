import type { FastifyRequest } from "fastify";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../errors.ts";

/** A campus stands behind one address, so an address may ask this many times what a student may. */
const studentsPerAddress = 5;

/**
 * The outer fence against floods: requests per minute, per student when signed in, else per address.
 * It counts in memory: with several processes each lets as many through. What must be exact (listings,
 * contacts, descriptions) is counted in the database instead.
 */
export function createFence(perMinute: number) {
  const students = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const addresses = new RateLimiterMemory({ points: perMinute * studentsPerAddress, duration: 60 });
  return async (request: FastifyRequest, userId: string | undefined): Promise<void> => {
    const limiter = userId === undefined ? addresses : students;
    try {
      await limiter.consume(userId ?? request.ip);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError("rate-limited", { retryAfter: refusal.msBeforeNext / 1000 });
    }
  };
}

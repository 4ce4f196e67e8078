/** Advisory locks of PostgreSQL. A number has one purpose, in every release. */
export const locks = {
  migration: 7_202_511,
  signingKeys: 7_202_512,
  /** Held by a process of the previous release while it sends mail. */
  previousOutbox: 7_202_513,
  backup: 7_202_514,
} as const;

/** Advisory locks of PostgreSQL. A number has one purpose, in every release. */
export const locks = {
  migration: 7_202_511,
  signingKeys: 7_202_512,
  backup: 7_202_514,
} as const;

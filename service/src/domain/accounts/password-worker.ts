import { hashSync, verifySync } from '@node-rs/argon2';

/** Argon2id, the library's default, by OWASP's figures: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hash = (password: string): string => hashSync(password, cost);
export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password);

import { hash, verify } from '@node-rs/argon2';

/** Argon2id, the library's default, by OWASP's figures: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
let decoy: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** Takes as long without a stored hash as with one: time does not tell whether an account exists. */
export const checkPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  const against = stored ?? (await (decoy ??= hashPassword('a password that nobody has')));
  const right = await verify(against, password);
  return right && typeof stored === 'string';
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { signatureBy, type SigningKey, type TrustedKey, verifySignature } from './keys.ts';
import { writeAtomically } from './write-atomically.ts';

const floor = () => z.object({ environment: z.string(), serial: z.int(), signed: z.unknown() });
/** Starts differently than a set does, so that the signature of one is never valid for the other. */
const statement = (environment: string, serial: number) => `number ${serial} of ${environment} was signed`;

/** Where the last signed number is stored, so that a new edge knows which sets are too old. */
export interface Floors {
  /** Signed statements, the highest number first. Anyone with write access may have added some. */
  read(environment: string): AsyncIterable<string> | Iterable<string>;
  raise(environment: string, serial: number, text: string): Promise<void>;
}

export const floorText = (environment: string, serial: number, key: SigningKey): string =>
  `${JSON.stringify({ environment, serial, signed: signatureBy(key, statement(environment, serial)) })}\n`;

/** The number that a statement proves; 0 if it proves none. */
export const floorIn = (text: string, environment: string, trusted: readonly TrustedKey[]): number => {
  try {
    const { serial, signed, environment: of } = floor().parse(JSON.parse(text));
    if (of !== environment) return 0;
    verifySignature(signed, statement(environment, serial), trusted);
    return serial;
  } catch {
    return 0;
  }
};

/** The highest number that a trusted key signed; 0 before the first. */
export const highestFloor = async (
  floors: Pick<Floors, 'read'>,
  environment: string,
  trusted: readonly TrustedKey[],
): Promise<number> => {
  for await (const text of floors.read(environment)) {
    const serial = floorIn(text, environment, trusted);
    if (serial > 0) return serial;
  }
  return 0;
};

const floorFile = (root: string, environment: string) => join(root, `${environment}.floor`);

/** The last statement in a folder, `<environment>.floor`; empty if there is none. */
export const folderFloor = (root: string, environment: string): string => {
  const file = floorFile(root, environment);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

export const folderFloors = (root: string): Floors => ({
  read: (environment) => [folderFloor(root, environment)],
  async raise(environment, _, text) {
    writeAtomically(floorFile(root, environment), text);
  },
});

/** The highest number that an edge has served: stored next to the set if its disk is writable, otherwise in memory. */
export const servedMemory = (root: string, environment: string) => {
  const file = join(root, `${environment}.seen`);
  let highest = existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
  return {
    highest: () => highest,
    store(serial: number) {
      if (serial <= highest) return;
      highest = serial;
      try {
        writeAtomically(file, `${serial}\n`);
      } catch {
        // A read-only disk stores nothing, but the last signed number is still known from the store.
      }
    },
  };
};

import { join } from 'node:path';
import { floorIn, floorText, folderFloor } from './floors.ts';
import { signingKey } from './keys.ts';
import type { EnvironmentSet } from './release-set.ts';
import { lifetime } from './serve-set.ts';
import { setFile, signedSetText } from './signed-set.ts';
import { writeAtomically } from './write-atomically.ts';

/**
 * Signs a set that was not made from pins with the data folder's key, and writes it where the edge of that folder reads
 * it.
 */
export const writeSignedSet = (data: string, set: EnvironmentSet): void => {
  const key = signingKey(data);
  const { environment } = set;
  const root = join(data, 'environments');
  const serial = floorIn(folderFloor(root, environment), environment, [key]) + 1;
  const expires = new Date(Date.now() + lifetime()).toISOString();
  writeAtomically(setFile(data, environment), signedSetText({ ...set, serial, expires }, key));
  writeAtomically(join(root, `${environment}.floor`), floorText(environment, serial, key));
};

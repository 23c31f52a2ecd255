import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { Problem } from '../problem.ts';
import { setIn } from './override-page.ts';

/** The release set that an edge serves. Throws a sentence if there is none. */
export const setAt = async (against: URL): Promise<ReleaseSet> => {
  const html = await fetch(against, { headers: { accept: 'text/html' } }).then(
    (answer) => answer.text(),
    () => {
      throw new Problem(`${against.origin} cannot be reached.`);
    },
  );
  const set = setIn(html);
  if (!set) throw new Problem(`${against.origin} serves no release set, so it is not an edge of the product.`);
  return set;
};

import { type ReleaseSet, releaseSet } from '@atrium/shared-kernel/contracts/release-set';

/**
 * The release set that the edge inlined into the page. Throws a sentence that names what is wrong: a set that lacks a
 * hash is refused, never repaired.
 */
export const readReleaseSet = (document: Document): ReleaseSet => {
  const text = document.querySelector('#release-set')?.textContent;
  if (!text) throw new Error('This page carries no release set.');
  const result = releaseSet().safeParse(JSON.parse(text));
  if (result.success) return result.data;
  const places = result.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Error(`The release set of this page is not valid: ${places}.`);
};

import type { Behavior } from '@atrium/shared-kernel/remote';
import { filter, skip } from 'rxjs';

/**
 * What could not be loaded without a network is tried again when there is one, in whatever remote it is shown: each shows
 * its failure by the kernel's `FailureState`, and what its Retry does is the remote's own.
 */
export const retryOnline = (online$: Behavior<boolean>, page: ParentNode): void => {
  online$.pipe(skip(1), filter(Boolean)).subscribe(() => {
    for (const button of page.querySelectorAll<HTMLButtonElement>('[data-failure] button')) button.click();
  });
};

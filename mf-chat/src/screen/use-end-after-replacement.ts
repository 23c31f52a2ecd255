import { useBehavior } from '@atrium/shared-kernel/remote';
import { type RefObject, useEffect } from 'react';
import type { VersionsModel } from '../versions/versions.model.ts';

/** Shows the end once a message was replaced, and puts the focus of the editor that is gone there. */
export const useEndAfterReplacement = (
  { replaced$ }: VersionsModel,
  input: RefObject<HTMLTextAreaElement | null>,
  toEnd: () => void,
) => {
  const replaced = useBehavior(replaced$);
  useEffect(() => {
    if (replaced === 0) return;
    toEnd();
    const page = input.current?.ownerDocument;
    if (page && page.activeElement === page.body) input.current?.focus({ preventScroll: true });
  }, [replaced, input, toEnd]);
};

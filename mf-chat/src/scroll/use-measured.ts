import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The last measured heights of rows, by their keys. `changed` is called with each measurement. */
export const useMeasured = (changed: () => void) => {
  const [measured] = useState(() => new Map<string, number>());
  const observer = useRef<ResizeObserver>(undefined);
  const latest = useRef(changed);
  useLayoutEffect(() => {
    latest.current = changed;
  }, [changed]);
  const measure = useCallback<RefCallback<HTMLElement>>(
    (row) => {
      if (!row) return undefined;
      observer.current ??= new ResizeObserver((entries) => {
        for (const { target, borderBoxSize } of entries) {
          if (!(target instanceof HTMLElement)) continue;
          measured.set(target.dataset['row'] ?? '', borderBoxSize[0]?.blockSize ?? target.offsetHeight);
        }
        latest.current();
      });
      observer.current.observe(row);
      return () => observer.current?.unobserve(row);
    },
    [measured],
  );
  useEffect(() => () => observer.current?.disconnect(), []);
  return { measured, measure };
};

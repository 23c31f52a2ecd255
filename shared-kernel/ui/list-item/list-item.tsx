import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * A list item that passes its focus on when it is removed: to the last button of a neighbor, otherwise to what is
 * around the list.
 */
export const ListItem = ({ className, children }: { className?: string | undefined; children: ReactNode }) => {
  const ref = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const item = ref.current;
    return () => {
      if (!item?.contains(document.activeElement)) return;
      const neighbor = item.nextElementSibling ?? item.previousElementSibling;
      const next = neighbor
        ? [...neighbor.querySelectorAll('button')].at(-1)
        : item.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
      next?.focus();
    };
  }, []);
  return (
    <li ref={ref} className={className}>
      {children}
    </li>
  );
};

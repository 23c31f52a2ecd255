import { memo, type RefObject, use, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import styles from './chat-list.module.css';
import type { RowsProps } from './rows.tsx';
import { PaceContext } from './scroll-pace.ts';

interface Props extends RowsProps {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** A row with the line below it. */
const rowHeight = 37;
/** Pixels above and below what is in sight. */
const beyondSight = 4 * rowHeight;

/** How far below the top of the scrolled content an element begins; follows what grows above it. */
const useStartMargin = (scroller: Props['scroller']) => {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    const content = element?.closest('[data-scrolled]');
    if (!element || !content || !scroller.current) return undefined;
    const measure = () => setMargin(element.getBoundingClientRect().top - content.getBoundingClientRect().top);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    return () => observer.disconnect();
  }, [scroller]);
  return { list, margin };
};

/**
 * The same list with only the rows in sight in the document, and the one that has the focus: for many chats. That a page
 * is asked for changes none of them.
 */
export const WindowedRows = memo(({ groups, row, scroller }: Props) => {
  const { list, margin } = useStartMargin(scroller);
  const pace = use(PaceContext);
  // Thirty rows and more are not drawn whole in one go.
  useState(() => pace?.scrolled());
  const [held, setHeld] = useState<string>();
  const items = useMemo(() => groups.flatMap((group) => [group.name, ...group.chats]), [groups]);
  const heldAt = items.findIndex((item) => typeof item !== 'string' && item._id === held);
  return (
    <div
      ref={list}
      className={styles.windowed}
      onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-chat]')?.dataset['chat'])}
      onBlur={() => setHeld(undefined)}
    >
      <Virtualizer
        as="ul"
        item="li"
        data={items}
        scrollRef={scroller}
        startMargin={margin}
        itemSize={rowHeight}
        bufferSize={beyondSight}
        keepMounted={heldAt === -1 ? [] : [heldAt]}
      >
        {(item) =>
          typeof item === 'string' ? (
            <h3 key={item} className={styles.heading}>
              {item}
            </h3>
          ) : (
            <div key={item._id} className={styles.windowedRow} data-chat={item._id}>
              {row(item)}
            </div>
          )
        }
      </Virtualizer>
    </div>
  );
});

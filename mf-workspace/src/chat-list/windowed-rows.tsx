import {
  memo,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import styles from './chat-list.module.css';
import { rowPositions, type Heights, type Line, type RowPositions } from './row-offsets.ts';
import type { RowsProps } from './rows.tsx';
import { PaceContext } from './scroll-pace.ts';

/**
 * Assigns elements to items: the visible items by id, in order, each with the slot of its element. Items that stay
 * visible keep their elements. If none stays, as after a jump, the previous elements show the new items in the same
 * order, so that texts change and nothing is created or moved. `focused` is the id of an item that always keeps its
 * element. Returns `before` itself if nothing changes.
 */
export const slotsOf = (
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  focused?: string,
): ReadonlyMap<string, number> => {
  const shown = [...before.keys()];
  if (shown.length === ids.length && ids.every((id, at) => id === shown[at])) return before;
  const stays = ids.some((id) => id !== focused && before.has(id));
  const free = stays ? [] : [...before].flatMap(([id, slot]) => (id === focused ? [] : [slot]));
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? next++]));
};

interface Props extends RowsProps {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** Lines rendered above and below the view. */
const overscan = 3;
interface VisibleRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The range before the position of the list is known: everything that may be in view, so that what takes the focus at
 * once, such as the checkbox that starts a selection, is there.
 */
const initialRange = (scroller: HTMLElement | null, { at }: RowPositions): VisibleRange => {
  const { scrollTop = 0, clientHeight = 0 } = scroller ?? {};
  return { first: at(scrollTop - 2 * clientHeight), last: Math.max(30, at(scrollTop + clientHeight) + overscan) };
};
/** Each row has a pixel of space below it. */
const gap = 1;
const defaultHeights: Heights = { heading: 32, row: 36 + gap };

/** The heights of the lines, by the tokens that apply to an element. They depend on the pointer. */
const heightsIn = (element: HTMLElement): Heights => {
  const tokens = getComputedStyle(element);
  const token = (name: string) => Number.parseFloat(tokens.getPropertyValue(name));
  return { heading: token('--space-8') || defaultHeights.heading, row: token('--target') + gap || defaultHeights.row };
};

/** The list's start within the scrolled content, and the heights of its lines, in pixels. */
const measure = (list: HTMLElement, content: Element) => ({
  margin: list.getBoundingClientRect().top - content.getBoundingClientRect().top,
  heights: heightsIn(list),
});

/** The list's measures. They follow content that grows above it, and pointers that come and go. */
const useMeasures = (list: RefObject<HTMLElement | null>, scroller: Props['scroller']) => {
  const [measures, setMeasures] = useState(() => ({
    margin: 0,
    heights: scroller.current ? heightsIn(scroller.current) : defaultHeights,
  }));
  useLayoutEffect(() => {
    const element = list.current;
    const content = element?.closest('[data-scrolled]');
    if (!element || !content) return undefined;
    const update = () => {
      const next = measure(element, content);
      setMeasures((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(content);
    return () => observer.disconnect();
  }, [list]);
  return measures;
};

/**
 * Indexes of the first and the last line to render. A scroll is rendered as a transition, so that the page stays
 * responsive.
 */
const useVisibleRange = (scroller: Props['scroller'], positions: RowPositions, margin: number) => {
  const { at } = positions;
  const [range, setRange] = useState(() => initialRange(scroller.current, positions));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const updateRange = () => {
      const top = element.scrollTop - margin;
      const [first, last] = [at(top) - overscan, at(top + element.clientHeight) + overscan];
      startTransition(() =>
        setRange((before) => (before.first === first && before.last === last ? before : { first, last })),
      );
    };
    updateRange();
    element.addEventListener('scroll', updateRange, { passive: true });
    const observer = new ResizeObserver(updateRange);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', updateRange);
      observer.disconnect();
    };
  }, [scroller, at, margin]);
  return range;
};

/** The lines to render: those in view, and the focused one. */
const linesToRender = (
  { line, lineOf }: RowPositions,
  { first, last }: VisibleRange,
  focused: string | undefined,
): Line[] => {
  const focusedLine = focused === undefined ? undefined : lineOf(focused);
  const visible = Array.from({ length: last - first + 1 }, (_, at) => line(first + at));
  const lines = [
    ...(focusedLine && focusedLine.index < first ? [focusedLine] : []),
    ...visible,
    ...(focusedLine && focusedLine.index > last ? [focusedLine] : []),
  ];
  return lines.filter((one) => one !== undefined);
};

/** The slot of each rendered line, based on the previous ones. */
const useSlots = (lines: readonly Line[], focused: string | undefined) => {
  const [slots, setSlots] = useState<ReadonlyMap<string, number>>(new Map());
  const ids = lines.map(({ id }) => id);
  const next = slotsOf(slots, ids, focused);
  if (next !== slots) setSlots(next);
  return next;
};

/** The chat whose row contains an element. */
const chatOf = (element: Element | null) => element?.closest<HTMLElement>('[data-chat]')?.dataset['chat'];

/** The chat whose row has the focus. At first that is a row of the short list, whose focus the new one takes over. */
const useFocusedChat = (list: RefObject<HTMLElement | null>) => {
  const [initial] = useState(() => chatOf(document.activeElement));
  const [focused, setFocused] = useState(initial);
  useLayoutEffect(() => {
    const row = initial && list.current?.querySelector(`[data-chat="${initial}"]`);
    if (row) row.querySelector<HTMLElement>('a, input')?.focus({ preventScroll: true });
  }, [initial, list]);
  return [focused, setFocused] as const;
};

/**
 * The same list for many chats, with only the visible rows and the focused one in the document. It does not render
 * again when a page is requested.
 */
export const WindowedRows = memo(({ groups, row, scroller }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  const { margin, heights } = useMeasures(list, scroller);
  const pace = use(PaceContext);
  // Thirty rows or more are not rendered in full at once.
  useState(() => pace?.scrolled());
  const [focused, setFocused] = useFocusedChat(list);
  const positions = useMemo(() => rowPositions(groups, heights), [groups, heights]);
  const range = useVisibleRange(scroller, positions, margin);
  const lines = linesToRender(positions, range, focused);
  const slots = useSlots(lines, focused);
  const { count, offset } = positions;
  return (
    <div onFocus={({ target }) => setFocused(chatOf(target))} onBlur={() => setFocused(undefined)}>
      <ul
        ref={list}
        className={styles.windowed}
        style={{ height: offset(count), paddingBlockStart: offset(Math.max(0, Math.min(range.first, count))) }}
      >
        {lines.map((line) =>
          'heading' in line ? (
            <li key={slots.get(line.id)}>
              <h3 className={styles.heading}>{line.heading}</h3>
            </li>
          ) : (
            <li
              key={slots.get(line.id)}
              className={styles.windowedRow}
              data-chat={line.id}
              style={
                line.index < range.first || line.index > range.last
                  ? { position: 'absolute', insetBlockStart: offset(line.index) }
                  : undefined
              }
            >
              {row(line.chat)}
            </li>
          ),
        )}
      </ul>
    </div>
  );
});

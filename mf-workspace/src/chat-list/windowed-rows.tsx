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
 * Which element shows which item: the items in sight by id, in their order, each with the slot of its element. What stays in
 * sight keeps its element. Where nothing stays, as in a jump, the elements of before show the new items in the same order:
 * texts change, and nothing is made or moved. `held` is the id of an item that keeps its element whatever comes. Gives
 * `before` itself where nothing changes.
 */
export const slotsOf = (
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  held?: string,
): ReadonlyMap<string, number> => {
  const shown = [...before.keys()];
  if (shown.length === ids.length && ids.every((id, at) => id === shown[at])) return before;
  const stays = ids.some((id) => id !== held && before.has(id));
  const free = stays ? [] : [...before].flatMap(([id, slot]) => (id === held ? [] : [slot]));
  let next = Math.max(-1, ...before.values()) + 1;
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? next++]));
};

interface Props extends RowsProps {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
}

/** Lines above and below what is in sight. */
const beyondSight = 3;
interface Sight {
  readonly first: number;
  readonly last: number;
}

/**
 * What is drawn before it is known where the list begins: all that may be in sight, so that what takes the focus at once,
 * as the box of a row that begins a selection, is there.
 */
const sightAtFirst = (scroller: HTMLElement | null, { at }: RowPositions): Sight => {
  const { scrollTop = 0, clientHeight = 0 } = scroller ?? {};
  return { first: at(scrollTop - 2 * clientHeight), last: Math.max(30, at(scrollTop + clientHeight) + beyondSight) };
};
/** A row has a pixel below it. */
const gap = 1;
const usual: Heights = { heading: 32, row: 36 + gap };

/** The heights of the lines, by the tokens that hold for an element; they follow the pointer. */
const heightsIn = (element: HTMLElement): Heights => {
  const tokens = getComputedStyle(element);
  const token = (name: string) => Number.parseFloat(tokens.getPropertyValue(name));
  return { heading: token('--space-8') || usual.heading, row: token('--target') + gap || usual.row };
};

/** What the list measures, in pixels: where it begins in the scrolled content, and its lines. */
const measure = (list: HTMLElement, content: Element) => ({
  margin: list.getBoundingClientRect().top - content.getBoundingClientRect().top,
  heights: heightsIn(list),
});

/** The list's measures; they follow what grows above it, and the pointer that comes and goes. */
const useMeasures = (list: RefObject<HTMLElement | null>, scroller: Props['scroller']) => {
  const [measures, setMeasures] = useState(() => ({
    margin: 0,
    heights: scroller.current ? heightsIn(scroller.current) : usual,
  }));
  useLayoutEffect(() => {
    const element = list.current;
    const content = element?.closest('[data-scrolled]');
    if (!element || !content) return undefined;
    const again = () => {
      const next = measure(element, content);
      setMeasures((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    again();
    const observer = new ResizeObserver(again);
    observer.observe(content);
    return () => observer.disconnect();
  }, [list]);
  return measures;
};

/**
 * Indexes of the first and the last line to be drawn. What a scroll brings is drawn in pieces, between which the page
 * answers to whoever uses it.
 */
const useSight = (scroller: Props['scroller'], positions: RowPositions, margin: number) => {
  const { at } = positions;
  const [sight, setSight] = useState(() => sightAtFirst(scroller.current, positions));
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const updateSight = () => {
      const top = element.scrollTop - margin;
      const [first, last] = [at(top) - beyondSight, at(top + element.clientHeight) + beyondSight];
      startTransition(() =>
        setSight((before) => (before.first === first && before.last === last ? before : { first, last })),
      );
    };
    updateSight();
    element.addEventListener('scroll', updateSight, { passive: true });
    const observer = new ResizeObserver(updateSight);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', updateSight);
      observer.disconnect();
    };
  }, [scroller, at, margin]);
  return sight;
};

/** The lines to be drawn: those in sight, and the held one. */
const drawnOf = ({ line, lineOf }: RowPositions, { first, last }: Sight, held: string | undefined): Line[] => {
  const heldLine = held === undefined ? undefined : lineOf(held);
  const inSight = Array.from({ length: last - first + 1 }, (_, at) => line(first + at));
  const lines = [
    ...(heldLine && heldLine.index < first ? [heldLine] : []),
    ...inSight,
    ...(heldLine && heldLine.index > last ? [heldLine] : []),
  ];
  return lines.filter((one) => one !== undefined);
};

/** The element of each line that is drawn, by the elements of those that were drawn last. */
const useSlots = (lines: readonly Line[], held: string | undefined) => {
  const [slots, setSlots] = useState<ReadonlyMap<string, number>>(new Map());
  const ids = lines.map(({ id }) => id);
  const next = slotsOf(slots, ids, held);
  if (next !== slots) setSlots(next);
  return next;
};

/**
 * The same list with only the rows in sight in the document, and the one that has the focus: for many chats. That a page
 * is asked for changes none of them.
 */
export const WindowedRows = memo(({ groups, row, scroller }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  const { margin, heights } = useMeasures(list, scroller);
  const pace = use(PaceContext);
  // Thirty rows and more are not drawn whole in one go.
  useState(() => pace?.scrolled());
  const [held, setHeld] = useState<string>();
  const positions = useMemo(() => rowPositions(groups, heights), [groups, heights]);
  const sight = useSight(scroller, positions, margin);
  const lines = drawnOf(positions, sight, held);
  const slots = useSlots(lines, held);
  const { count, offset } = positions;
  return (
    <div
      onFocus={({ target }) => setHeld(target.closest<HTMLElement>('[data-chat]')?.dataset['chat'])}
      onBlur={() => setHeld(undefined)}
    >
      <ul
        ref={list}
        className={styles.windowed}
        style={{ height: offset(count), paddingBlockStart: offset(Math.max(0, Math.min(sight.first, count))) }}
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
                line.index < sight.first || line.index > sight.last
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

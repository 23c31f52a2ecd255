import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Heights, heightsOf, type Range } from './heights.ts';
import { useRetainedRows } from './retained-rows.ts';
import { rowsOf } from './rows.ts';
import { useMeasured } from './use-measured.ts';
import { usePrint } from './use-print.ts';
import type { ThreadScroll } from './use-stick-to-end.ts';
import { useFullList } from './use-full-list.ts';

/** Pixels above and below the view in which rows are rendered before they are needed. */
const overscan = 700;
/** Pixels, until the screen's height is known. */
const firstScreen = 1000;

export interface WindowedOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly scroll: ThreadScroll;
  /** The keys of all rows, in order. */
  readonly keys: readonly string[];
  /** The estimated pixels of a row that has not been measured. */
  readonly estimate: (index: number) => number;
  /** Pixels between two rows. */
  readonly gap: number;
  /** The row to show first. Without one the list starts at its end, or at its start if the reader is there. */
  readonly first?: number | undefined;
}

export interface WindowedRow {
  readonly index: number;
  /** Pixels between it and the previous row in the document, or the top of the list. */
  readonly before: number;
  /** Set for a row out of view, of which only the text has to be there, in this many pixels. */
  readonly light?: number;
}

export interface WindowedRows {
  readonly rows: readonly WindowedRow[];
  /** Pixels that the rows left out after the last one take. */
  readonly after: number;
  /** For the element of each row, which has its key as `data-row`. */
  readonly measure: RefCallback<HTMLElement>;
  /** The page is being printed, so all rows are there. */
  readonly printing: boolean;
  /** Renders the row and scrolls it to the top of the view. Undefined if there is no such row. */
  readonly show: (index: number) => HTMLElement | undefined;
}

const flush = (change: () => void) => flushSync(change);
const same = (a: Range, b: Range) => a.from === b.from && a.to === b.to;
/** The rows of some ranges, in order. The cost depends on their number, not on the length of the list. */
const indexesIn = (ranges: readonly Range[], count: number): number[] => {
  const all = ranges.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, at) => from + at),
  );
  return [...new Set(all)].toSorted((a, b) => a - b);
};
/** The range around all rows with the given keys. Undefined if none of them is listed. */
const rangeAround = (rowKeys: readonly string[], keys: readonly string[]): Range | undefined => {
  const indexes = rowKeys.map((key) => keys.indexOf(key)).filter((index) => index >= 0);
  return indexes.length === 0 ? undefined : { from: Math.min(...indexes), to: Math.max(...indexes) + 1 };
};
const elementOf = (list: HTMLElement | null, key: string) => rowsOf(list).find(({ dataset }) => dataset['row'] === key);

/** The rows in order with the pixels left out before each, and those left out after the last. */
const layOut = (indexes: readonly number[], heights: Heights, gap: number, count: number) => {
  let next = 0;
  const rows = indexes.map((index, at): WindowedRow => {
    const before = heights.of({ from: next, to: index }) + (at === 0 ? 0 : gap);
    next = index + 1;
    return { index, before };
  });
  return { rows, after: heights.of({ from: next, to: count }) };
};

/** The state of the last render. */
type Latest = RefObject<{ readonly heights: Heights; readonly range: Range; readonly keys: readonly string[] }>;

interface ViewportOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly scroll: ThreadScroll;
  readonly latest: Latest;
  readonly measured: Map<string, number>;
  /** Called with the rows that are needed in the document. */
  readonly onRange: (range: Range) => void;
}

/** Reports the rows in view, and those close to it, as the reader scrolls and the screen changes. */
const watchViewport = (box: HTMLElement, { list, scroll, latest, measured, onRange }: ViewportOptions) => {
  /** The first rows are painted before any beyond them are rendered. */
  let painted = false;
  const report = () => {
    const { current: rows } = list;
    if (!rows) return;
    const { heights: now, keys: all, range: rendered } = latest.current;
    const start = rows.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const screen = box.clientHeight || firstScreen;
    const end = now.top(all.length);
    // A thread that follows its end is there, or on a short way to it.
    const top = scroll.sticking() ? Math.max(-start, end - 4 * screen) : -start;
    const bottom = scroll.sticking() ? end : -start + screen;
    const seen = now.between(top, bottom);
    if (!painted && seen.from >= rendered.from && seen.to <= rendered.to) return;
    onRange(now.between(Math.min(top, bottom - screen) - overscan, bottom + overscan));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      painted = true;
      report();
    });
  });
  let width = box.clientWidth;
  const resized = new ResizeObserver(() => {
    // With another width every row has another height. Those in the document are measured again.
    if (width !== box.clientWidth) {
      measured.clear();
      for (const row of rowsOf(list.current)) measured.set(row.dataset['row'] ?? '', row.offsetHeight);
    }
    width = box.clientWidth;
    report();
  });
  resized.observe(box);
  box.addEventListener('scroll', report, { passive: true });
  return {
    report,
    stop: () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      resized.disconnect();
      box.removeEventListener('scroll', report);
    },
  };
};

/**
 * Keeps the view in position when the range changes, because rows that come above it are higher or lower than
 * estimated. The returned function has to be called before the change.
 */
const useAnchor = (list: RefObject<HTMLElement | null>, scroll: ThreadScroll, range: Range) => {
  const anchor = useRef<{ readonly row: Element; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    const { current: before } = anchor;
    anchor.current = undefined;
    if (before?.row.isConnected) scroll.shift(before.row.getBoundingClientRect().top - before.top);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the range has changed what is above the row
  }, [range, scroll]);
  return useCallback(() => {
    const { top: edge = 0, bottom = 0 } = scroll.box.current?.getBoundingClientRect() ?? {};
    const row = rowsOf(list.current).find((one) => one.getBoundingClientRect().bottom > edge);
    const { top = bottom } = row?.getBoundingClientRect() ?? {};
    anchor.current = row && top < bottom ? { row, top } : undefined;
  }, [list, scroll]);
};

/** The range of rows in the document. It shifts along when more rows come before the first. */
const useRange = (keys: readonly string[], initial: () => Range) => {
  const [range, setRange] = useState(initial);
  const [origin, setOrigin] = useState(keys[0]);
  const moved = origin === keys[0] || origin === undefined ? 0 : Math.max(0, keys.indexOf(origin));
  if (origin !== keys[0]) {
    setOrigin(keys[0]);
    if (moved > 0) setRange({ from: range.from + moved, to: range.to + moved });
  }
  return [range, setRange] as const;
};

/** Keeps the reading position when rows come before the one that was the first. */
const useShiftedStart = (scroll: ThreadScroll, latest: Latest, start: string | undefined) => {
  const previousStart = useRef(start);
  useLayoutEffect(() => {
    const { heights: now, keys: all } = latest.current;
    const before = previousStart.current === undefined ? 0 : all.indexOf(previousStart.current);
    previousStart.current = start;
    // Also at the end: a step up that has started continues from there.
    if (before > 0) scroll.shift(now.top(before));
  }, [start, scroll, latest]);
};

/**
 * Renders, of many rows, only those in view or close to it, the one with the focus, and those between the ends of a
 * selection. Margins replace the others, as high as they were measured or are estimated. The view stays in position
 * when rows come and go above it.
 */
export const useWindowedRows = (options: WindowedOptions): WindowedRows => {
  const { list, scroll, keys, estimate, gap, first } = options;
  const update = useRef(() => {});
  const { measured, measure } = useMeasured(() => update.current());
  const rowHeights = keys.map((key, index) => measured.get(key) ?? estimate(index));
  const heights = heightsOf(rowHeights, gap);
  const [range, setRange] = useRange(keys, () => {
    const screen = scroll.box.current?.clientHeight || firstScreen;
    const top = first === undefined ? (scroll.sticking() ? heights.top(keys.length) - screen : 0) : heights.top(first);
    return heights.between(top - overscan / 2, top + screen);
  });
  const latest = useRef({ heights, range, keys });
  useLayoutEffect(() => {
    latest.current = { heights, range, keys };
  });

  useLayoutEffect(() => {
    if (first === undefined && scroll.sticking()) scroll.toEnd();
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- only where it begins
  }, []);

  useShiftedStart(scroll, latest, keys[0]);
  const anchor = useAnchor(list, scroll, range);
  const showRange = useCallback(
    (next: Range) => {
      if (same(next, latest.current.range)) return;
      anchor();
      flushSync(() => setRange(next));
    },
    [anchor, setRange],
  );

  useEffect(() => {
    const { current: box } = scroll.box;
    if (!box) return undefined;
    const viewport = watchViewport(box, { list, scroll, latest, measured, onRange: showRange });
    update.current = viewport.report;
    return viewport.stop;
  }, [list, scroll, showRange, measured]);

  const retained = rangeAround(useRetainedRows(list), keys);
  const full = useFullList(list, flush);
  const printing = usePrint(list, scroll, flush);
  const shown = indexesIn(retained ? [range, retained] : [range], keys.length);

  const show = useCallback(
    (index: number) => {
      const { current: box } = scroll.box;
      const { heights: now, keys: all } = latest.current;
      const key = all[index];
      if (!box || key === undefined) return undefined;
      flushSync(() => setRange(now.between(now.top(index) - overscan, now.top(index) + box.clientHeight + overscan)));
      const row = elementOf(list.current, key);
      if (row) scroll.toRow(row);
      return row;
    },
    [list, scroll, setRange],
  );

  if (full || printing)
    return {
      rows: keys.map((_, index) => ({
        index,
        before: index === 0 ? 0 : gap,
        ...(printing || shown.includes(index) ? {} : { light: rowHeights[index] ?? 0 }),
      })),
      after: 0,
      measure,
      printing,
      show,
    };
  return { ...layOut(shown, heights, gap, keys.length), measure, printing, show };
};

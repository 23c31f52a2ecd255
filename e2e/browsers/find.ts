import type * as TestingLibrary from '@testing-library/dom';

/** Describes an element to find on a screen, in a form that can be sent to the page. */
export type Query = (
  | { readonly by: 'role'; readonly role: string; readonly name?: Words }
  | { readonly by: 'text' | 'label'; readonly words: Words }
  | { readonly by: 'css'; readonly selector: string }
) & { readonly inside?: Query };

/** The source of a regular expression, or the whole text. */
export type Words = string | { readonly pattern: string; readonly flags: string };

/** The first match. */
export interface Found {
  readonly count: number;
  /** Its center, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  /** Whether a click there hits it, and nothing above it. */
  readonly reachable: boolean;
  readonly enabled: boolean;
  /** Also what is out of view in a long answer, which `innerText` leaves out. */
  readonly text: string;
  readonly value: string;
  /** The target of a link. */
  readonly href: string;
}

interface PageGlobals {
  TestingLibraryDom?: typeof TestingLibrary;
  problems?: string[];
  /** Whether an element is part of the last match. */
  isMatch?: (target: EventTarget | null) => boolean;
  /** Whether the last pointer press hit the match; undefined on a page that was loaded since. */
  wasHit?: boolean;
}

/**
 * Runs in the page: finds visible matches and scrolls the first into view. Gives null if `prepare` has not run there
 * yet.
 */
export const find = (query: Query, globals: PageGlobals = globalThis as never): Found | null => {
  const library = globals.TestingLibraryDom;
  if (!library) return null;
  const matcher = (words: Words) => (typeof words === 'string' ? words : new RegExp(words.pattern, words.flags));
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const all = (one: Query): HTMLElement[] => {
    const roots = one.inside ? all(one.inside) : [document.documentElement];
    const found = roots.flatMap((root) => {
      if (one.by === 'css') return [...root.querySelectorAll<HTMLElement>(one.selector)];
      if (one.by === 'text') return library.queryAllByText(root, matcher(one.words));
      if (one.by === 'role')
        return library.queryAllByRole(root, one.role, one.name === undefined ? {} : { name: matcher(one.name) });
      return library.queryAllByLabelText(root, matcher(one.words));
    });
    return found.filter(isVisible);
  };
  const found = all(query);
  const first = found[0];
  if (!first) return { count: 0, x: 0, y: 0, reachable: false, enabled: false, text: '', value: '', href: '' };
  const center = () => {
    const { left, top, width, height } = first.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isPartOf = (one: Element, hit: Element) => one.contains(hit) || (hit.closest('label')?.contains(one) ?? false);
  const isReachable = () => {
    const { x, y } = center();
    const hit = document.elementFromPoint(x, y);
    return hit !== null && isPartOf(first, hit);
  };
  if (!isReachable()) first.scrollIntoView({ block: 'center', behavior: 'instant' });
  delete globals.wasHit;
  globals.isMatch = (target) => {
    // If the page was rendered again in between, this is another element with the same name.
    const now = all(query)[0];
    return now !== undefined && target instanceof Element && isPartOf(now, target);
  };
  return {
    count: found.length,
    ...center(),
    reachable: isReachable(),
    enabled: !first.matches(':disabled, [aria-disabled=true]'),
    text: first.textContent,
    value: 'value' in first ? String(first.value) : '',
    href: first instanceof HTMLAnchorElement ? first.href : '',
  };
};

/**
 * Runs in the page, after the library: records uncaught errors and violations of the page's policy from now on, and
 * whether a press hit the last match.
 */
export const watch = (globals: PageGlobals = globalThis as never): void => {
  const problems: string[] = [];
  globals.problems = problems;
  addEventListener('pointerdown', ({ target }) => (globals.wasHit = globals.isMatch?.(target) ?? false), true);
  addEventListener('error', ({ message }) => {
    // Browsers report this for sizes that are delivered in the next frame. Nothing failed.
    if (!message.startsWith('ResizeObserver loop')) problems.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`${violatedDirective}: ${blockedURI}`),
  );
};

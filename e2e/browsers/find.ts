import type * as TestingLibrary from '@testing-library/dom';

/** Which element to find on a screen, in a form that can be sent to the page. */
export type Sought = (
  | { readonly by: 'role'; readonly role: string; readonly name?: Words }
  | { readonly by: 'text' | 'label'; readonly words: Words }
  | { readonly by: 'css'; readonly selector: string }
) & { readonly inside?: Sought };

/** The source of a regular expression, or the whole text. */
export type Words = string | { readonly pattern: string; readonly flags: string };

/** The first of what was found. */
export interface Found {
  readonly count: number;
  /** Its middle, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
  /** A click there meets it and nothing above it. */
  readonly reachable: boolean;
  readonly enabled: boolean;
  readonly text: string;
  readonly value: string;
  /** Where it leads. */
  readonly href: string;
}

interface PageGlobals {
  TestingLibraryDom?: typeof TestingLibrary;
  problems?: string[];
  /** Of the last look: is this element a part of what was looked for? */
  meets?: (target: EventTarget | null) => boolean;
  /** The last press of a pointer met what was looked for; undefined on a page that has come since. */
  met?: boolean;
}

/**
 * Runs in the page: finds what is visible, and scrolls the first into view. Answers null before `prepare` ran there.
 */
export const find = (sought: Sought, globals: PageGlobals = globalThis as never): Found | null => {
  const library = globals.TestingLibraryDom;
  if (!library) return null;
  const matcher = (words: Words) => (typeof words === 'string' ? words : new RegExp(words.pattern, words.flags));
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible';
  };
  const all = (one: Sought): HTMLElement[] => {
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
  const found = all(sought);
  const first = found[0];
  if (!first) return { count: 0, x: 0, y: 0, reachable: false, enabled: false, text: '', value: '', href: '' };
  const place = () => {
    const { left, top, width, height } = first.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const isPartOf = (one: Element, hit: Element) => one.contains(hit) || (hit.closest('label')?.contains(one) ?? false);
  const isReachable = () => {
    const { x, y } = place();
    const hit = document.elementFromPoint(x, y);
    return hit !== null && isPartOf(first, hit);
  };
  if (!isReachable()) first.scrollIntoView({ block: 'center', behavior: 'instant' });
  delete globals.met;
  globals.meets = (target) => {
    // What is drawn anew in between is another element with the same name.
    const now = all(sought)[0];
    return now !== undefined && target instanceof Element && isPartOf(now, target);
  };
  return {
    count: found.length,
    ...place(),
    reachable: isReachable(),
    enabled: !first.matches(':disabled, [aria-disabled=true]'),
    text: first.innerText,
    value: 'value' in first ? String(first.value) : '',
    href: first instanceof HTMLAnchorElement ? first.href : '',
  };
};

/**
 * Runs in the page, after the library: from now on it records what nobody caught, what the page's policy refused, and
 * whether a press met what was looked for last.
 */
export const watch = (globals: PageGlobals = globalThis as never): void => {
  const problems: string[] = [];
  globals.problems = problems;
  addEventListener('pointerdown', ({ target }) => (globals.met = globals.meets?.(target) ?? false), true);
  addEventListener('error', ({ message }) => {
    // Browsers report this for sizes that are delivered in the next frame. Nothing failed.
    if (!message.startsWith('ResizeObserver loop')) problems.push(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    problems.push(`${violatedDirective}: ${blockedURI}`),
  );
};

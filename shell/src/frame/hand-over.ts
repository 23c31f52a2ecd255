import type { Behavior } from '@atrium/shared-kernel/remote';
import { flushSync } from 'react-dom';
import {
  BehaviorSubject,
  distinctUntilChanged,
  filter,
  map,
  merge,
  type Observable,
  of,
  skip,
  switchMap,
  timer,
} from 'rxjs';
import { budgets } from '../remotes/budget.ts';
import { type EarlyField, noteScroll, passOn, whenever } from './pass-on.ts';

export interface HandOver {
  /** True while people see the page's own HTML, and what the shell renders lies behind it, inert. */
  readonly framed$: Behavior<boolean>;
  /** True once people have seen that for so long that it should say it is still loading. */
  readonly slow$: Behavior<boolean>;
  /** To be called once what the page shows first is mounted, or has failed. */
  readonly settle: () => void;
  /**
   * Moves a module's static part into an element that covers the module while it loads. Returns a function that ends
   * that.
   */
  readonly cover: (part: string, element: HTMLElement) => () => void;
}

interface Ports {
  readonly root: HTMLElement;
  /** The number of answers of the session. Without one, a remote may have no field yet. */
  readonly answers$: Observable<number>;
  /** Emits when a dialog opens, which the frame would cover. */
  readonly opens$: Observable<unknown>;
  /** Emits when another page is shown. */
  readonly moves$: Observable<unknown>;
  /** Emits when the first page is shown again. */
  readonly returns$: Observable<unknown>;
  /** Emits when the page's person has signed out. */
  readonly signOuts$: Observable<unknown>;
  /** The query of the address. It names the chat that is shown. */
  readonly search$: Observable<string>;
}

/** What comes after the hand-over. `here$` says whether the first page is shown. */
type Later = Pick<Ports, 'root' | 'moves$' | 'signOuts$'> & {
  readonly here$: Behavior<boolean>;
  /** Emits when another chat is shown. */
  readonly others$: Observable<unknown>;
};

/** Milliseconds to wait for fields that the module does not have, once it is mounted and the session has answered. */
const patience = 1500;

/** While this matches, the hand-over waits, so that it interrupts neither an input method nor a click. */
const busy = '[data-composing], :active';

/** Whether a module says that it cannot show what the page is for. It may never have the fields of the frame then. */
const hasFailed = (root: Element) =>
  [...root.querySelectorAll('main [role="alert"]')].some(({ textContent }) => textContent !== '');

const isTouched = ({ value, defaultValue, form, kept }: EarlyField) =>
  value !== defaultValue || form?.dataset['submitted'] !== undefined || kept !== undefined;

/** The field that the shell renders in place of a field of the page. */
const counterpartIn = (root: Element, field: EarlyField) =>
  root.querySelector<EarlyField>(`[data-early="${field.dataset['early']}"]`) ?? undefined;

/** The rendered element that looks the same to a person. A static part that covers a module is only visual. */
const twinOf = (element: Element, root: Element) =>
  [...root.querySelectorAll<HTMLElement>(element.localName)].find(
    (one) => one.textContent === element.textContent && one.ariaLabel === element.ariaLabel && !one.closest('[inert]'),
  );

/**
 * Passes on what was typed once the counterpart of a field is there, which may be never. A text stays while another page
 * is shown. It is a draft then, which nobody expects to be sent. Nothing else that was typed stays that long.
 */
const passOnLater = (field: EarlyField, { root, here$, signOuts$, others$ }: Later, focused: boolean) => {
  let focus = focused;
  const stop = whenever(
    root,
    () => here$.value && counterpartIn(root, field) !== undefined,
    // Somebody who types in another field by now keeps the focus there.
    () =>
      passOn(
        field,
        counterpartIn(root, field)!,
        focus && !root.ownerDocument.activeElement?.matches('input, textarea'),
        others$,
      ),
  );
  here$.pipe(filter((here) => !here)).subscribe(() => {
    focus = false;
    delete field.form?.dataset['submitted'];
    if (field.localName !== 'textarea') stop();
  });
  signOuts$.subscribe(stop);
};

/**
 * Moves the focus from an element to its twin, unless something else has the focus by now. If the twin belongs to a
 * module that is still loading, the focus waits for it around that module.
 */
const passFocus = (from: Element, root: HTMLElement, moves$: Observable<unknown>) => {
  const { activeElement, body } = root.ownerDocument;
  if (activeElement && activeElement !== from && activeElement !== body) return;
  const twin = () => twinOf(from, root);
  const place = from.closest('[inert]')?.closest<HTMLElement>('[tabindex="-1"]');
  (twin() ?? place ?? root.querySelector<HTMLElement>('main[tabindex], [tabindex="-1"]'))?.focus();
  const stop = whenever(
    root,
    () => twin() !== undefined,
    () => twin()?.focus(),
  );
  root.addEventListener('focusin', stop, { once: true });
  moves$.subscribe(stop);
};

/** Presses the twin of a button that was pressed, once it is there. It may come later, or never on this page. */
const passPress = (button: Element, root: HTMLElement, moves$: Observable<unknown>) => {
  const twin = () => twinOf(button, root);
  const stop = whenever(
    root,
    () => twin() !== undefined,
    () => twin()?.click(),
  );
  moves$.subscribe(stop);
};

/** Passes on the touched fields of a frame that is no longer shown, and the focus of its `active` element. */
const passOnAll = (fields: readonly EarlyField[], active: Element | null, later: Later) => {
  const { root, moves$, others$ } = later;
  for (const field of fields) {
    const to = counterpartIn(root, field);
    if (to) passOn(field, to, field === active, others$);
    else if (isTouched(field)) passOnLater(field, later, field === active);
  }
  if (active) passFocus(active, root, moves$);
};

/** The chat, or the shared one, that a query names. */
const chatIn = (search: string) => {
  const query = new URLSearchParams(search);
  return `${query.get('chat')} ${query.get('id')}`;
};

/** Takes back Enter in forms of the frame for which it was pressed while another chat than `chat` was shown. */
const takeBackEnter = (frame: HTMLElement, chat: string) => {
  for (const form of frame.querySelectorAll<HTMLElement>('[data-submitted]')) {
    if (chatIn(form.dataset['submitted']!) === chat) continue;
    delete form.dataset['submitted'];
    form.removeAttribute('aria-busy');
  }
};

/** The elements that cover modules while they load, and the static parts for them, in whichever order they come. */
const createCovers = () => {
  const covers = new Map<string, HTMLElement>();
  const parts = new Map<string, Element>();
  return {
    /** Takes the parts out of the frame, except those with fields. */
    take(frame: HTMLElement) {
      for (const [part, element] of covers) {
        const made = frame.querySelector(`[data-part="${part}"]`);
        if (!made || made.querySelector('[data-early]')) continue;
        parts.set(part, made);
        element.append(made);
      }
    },
    cover: (part: string, element: HTMLElement) => {
      covers.set(part, element);
      const made = parts.get(part);
      if (made) element.append(made);
      return () => covers.delete(part);
    },
  };
};

const slowWhile = (framed$: Observable<boolean>): Behavior<boolean> => {
  const slow$ = new BehaviorSubject(false);
  const slow = timer(budgets.slow).pipe(map(() => true));
  framed$.pipe(switchMap((framed) => (framed ? slow : of(false)))).subscribe(slow$);
  return slow$;
};

/**
 * Replaces the page's own HTML by what the shell renders, in one step, along with texts, carets and the focus. A page
 * without a frame, as an older edge serves it, has nothing to hand over.
 */
export const createHandOver = (ports: Ports): HandOver => {
  const { root, answers$, opens$, moves$, returns$, search$ } = ports;
  const page = root.ownerDocument;
  const frame = page.querySelector<HTMLElement>('#frame');
  const framed$ = new BehaviorSubject(frame !== null);
  const slow$ = slowWhile(framed$);
  const here$ = new BehaviorSubject(true);
  merge(moves$.pipe(map(() => false)), returns$.pipe(map(() => true))).subscribe(here$);
  const covers = createCovers();
  const chat$ = search$.pipe(map(chatIn), distinctUntilChanged());
  let [settled, leaves, late] = [false, false, false];
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();
  let stop = () => {};

  const counterpart = (field: EarlyField) => counterpartIn(root, field);
  const fields = () =>
    [...(frame?.querySelectorAll<EarlyField>('[data-early]') ?? [])].filter(
      (field) => isTouched(field) || field.checkVisibility(),
    );

  const handOver = (old: HTMLElement) => {
    stop();
    ended.abort();
    const given = fields();
    given.forEach(noteScroll);
    const { activeElement } = page;
    const active = old.contains(activeElement) ? activeElement : null;
    const pressed = [...old.querySelectorAll('[data-pressed]')];
    flushSync(() => framed$.next(false));
    covers.take(old);
    // The focus, which is passed on next, needs the page's layout: without the frame, this is the final one.
    old.style.display = 'none';
    passOnAll(given, active, { ...ports, here$, others$: chat$.pipe(skip(1)) });
    for (const button of pressed) passPress(button, root, moves$);
    old.remove();
  };

  const isDue = () => {
    // Until React has rendered something, there is nothing to show.
    if (!frame || !framed$.value || root.querySelector(':scope > .first') || frame.querySelector(busy)) return false;
    if (leaves) return true;
    return settled && (late || hasFailed(root) || fields().every(counterpart));
  };
  const check = () => {
    if (settled && answered) timer ??= setTimeout(() => ((late = true), check()), patience);
    if (frame && isDue()) handOver(frame);
  };
  /** Checks in a task of its own, because React may be rendering, and `flushSync` has to come after that. */
  const checkSoon = () => setTimeout(check);

  if (frame) {
    // A text that waits after the hand-over still belongs to its form in the frame.
    chat$.subscribe((chat) => takeBackEnter(frame, chat));
    stop = whenever(root, isDue, () => handOver(frame));
    // A pointer may be released outside of the frame, or of the window.
    for (const type of ['compositionend', 'focusout', 'pointerup', 'pointercancel', 'pointermove'])
      page.addEventListener(type, checkSoon, { signal: ended.signal });
    answers$.subscribe((answers) => {
      answered = answers > 0;
      checkSoon();
    });
    merge(opens$, moves$).subscribe(() => {
      leaves = true;
      checkSoon();
    });
  }
  return {
    framed$,
    slow$,
    settle() {
      settled = true;
      checkSoon();
    },
    cover: covers.cover,
  };
};

import type { Behavior } from '@atrium/shared-kernel/remote';
import { flushSync } from 'react-dom';
import { BehaviorSubject, merge, type Observable } from 'rxjs';
import { type EarlyField, passOn, whenever } from './pass-on.ts';

export interface HandOver {
  /** The HTML of the page is what people see; what the shell renders lies behind it, out of reach. */
  readonly framed$: Behavior<boolean>;
  /** What the page shows first stands, or has failed. */
  readonly settle: () => void;
  /** Lends a module's static part to an element that covers the module while it loads; answers how to end that. */
  readonly cover: (part: string, element: HTMLElement) => () => void;
}

interface Ports {
  readonly root: HTMLElement;
  /** Counts the answers of the session: without one, a remote may have no field yet. */
  readonly answers$: Observable<number>;
  /** A dialog opens: the frame is in its way. */
  readonly opens$: Observable<unknown>;
  /** Another page is shown. */
  readonly moves$: Observable<unknown>;
}

/** Milliseconds for a field that a module, although it stands and the session has answered, does not have. */
const patience = 1500;

/** Put above what a person is doing: no text of an input method and no click is cut in two. */
const busy = '[data-composing], :active';

const isTouched = ({ value, defaultValue, form }: EarlyField) =>
  value !== defaultValue || form?.dataset['submitted'] !== undefined;

/** What the shell renders in the place of a field. */
const counterpartIn = (root: Element, field: EarlyField) =>
  root.querySelector<EarlyField>(`[data-early="${field.dataset['early']}"]`) ?? undefined;

/** Of what the shell renders, the element that is the same to a person. */
const twinOf = (element: Element, root: Element) =>
  [...root.querySelectorAll<HTMLElement>(element.localName)].find(
    (one) => one.textContent === element.textContent && one.ariaLabel === element.ariaLabel,
  );

/** A field whose counterpart comes later, or not at all: what was typed waits for it on this page. */
const passOnLater = (field: EarlyField, root: HTMLElement, moves$: Observable<unknown>, focus: boolean) => {
  const stop = whenever(
    root,
    () => counterpartIn(root, field) !== undefined,
    // A person who types in another field by now keeps the focus there.
    () =>
      passOn(
        field,
        counterpartIn(root, field)!,
        focus && !root.ownerDocument.activeElement?.matches('input, textarea'),
      ),
  );
  moves$.subscribe(stop);
};

/** What had the focus hands it to its twin, unless something else has it by now. */
const passFocus = (from: Element, root: HTMLElement) => {
  const { activeElement, body } = root.ownerDocument;
  if (!activeElement || activeElement === from || activeElement === body)
    (twinOf(from, root) ?? root.querySelector<HTMLElement>('main[tabindex], [tabindex="-1"]'))?.focus();
};

/**
 * Leads from the page's own HTML to what the shell renders, in one step: texts, carets and the focus go along. A page
 * without a frame, as an older edge serves it, has nothing to hand over.
 */
export const createHandOver = ({ root, answers$, opens$, moves$ }: Ports): HandOver => {
  const page = root.ownerDocument;
  const frame = page.querySelector<HTMLElement>('#frame');
  const framed$ = new BehaviorSubject(frame !== null);
  const covers = new Map<string, HTMLElement>();
  const parts = new Map<string, Element>();
  let [settled, leaves, late] = [false, false, false];
  let answered = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};

  const counterpart = (field: EarlyField) => counterpartIn(root, field);
  const fields = () =>
    [...(frame?.querySelectorAll<EarlyField>('[data-early]') ?? [])].filter(
      (field) => isTouched(field) || field.checkVisibility(),
    );

  const handOver = (old: HTMLElement) => {
    stop();
    const given = fields();
    const { activeElement } = page;
    const active = old.contains(activeElement) ? activeElement : null;
    flushSync(() => framed$.next(false));
    for (const [part, element] of covers) {
      const made = old.querySelector(`[data-part="${part}"]`);
      if (!made || made.querySelector('[data-early]')) continue;
      parts.set(part, made);
      element.append(made);
    }
    for (const field of given) {
      const to = counterpart(field);
      if (to) passOn(field, to, field === active);
      else if (isTouched(field)) passOnLater(field, root, moves$, field === active);
    }
    if (active) passFocus(active, root);
    old.remove();
  };

  const isDue = () => {
    // Before React has rendered anything there is nothing to show.
    if (!frame || !framed$.value || root.querySelector(':scope > .first') || frame.querySelector(busy)) return false;
    return leaves || (settled && (late || fields().every(counterpart)));
  };
  const check = () => {
    if (settled && answered) timer ??= setTimeout(() => ((late = true), check()), patience);
    if (frame && isDue()) handOver(frame);
  };
  /** React may be at work: what it is asked to show at once comes after that. */
  const checkSoon = () => setTimeout(check);

  if (frame) {
    stop = whenever(root, isDue, () => handOver(frame));
    for (const type of ['compositionend', 'focusout', 'pointerup', 'pointercancel'])
      frame.addEventListener(type, checkSoon);
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
    settle() {
      settled = true;
      checkSoon();
    },
    cover(part, element) {
      covers.set(part, element);
      const made = parts.get(part);
      if (made) element.append(made);
      return () => covers.delete(part);
    },
  };
};

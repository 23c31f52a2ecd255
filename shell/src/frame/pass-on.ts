import type { Observable } from 'rxjs';

/** A field of the page's frame, or its counterpart in what a remote has rendered. */
export type EarlyField = (HTMLInputElement | HTMLTextAreaElement) & {
  /** Files that were dropped or pasted. The page's script sets it. */
  readonly kept?: DataTransfer;
  /** How far the field and the box around it are scrolled, in pixels. A frame that is hidden no longer knows. */
  scrolled?: readonly [number, number];
};

export const noteScroll = (field: EarlyField): void => {
  field.scrolled = [field.scrollTop, field.parentElement!.scrollTop];
};

/** Writes a field's text so that React notices: past the setter that React puts on the field, with an input event. */
const write = (field: EarlyField, text: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/**
 * Calls `then` once, as soon as `holds` is true. Checks when elements below `root` are added, removed or enabled.
 * Returns a function that stops it.
 */
export const whenever = (root: Node, holds: () => boolean, then: () => void): (() => void) => {
  const check = () => {
    if (!holds()) return;
    observer.disconnect();
    then();
  };
  const observer = new MutationObserver(check);
  observer.observe(root, { attributeFilter: ['disabled'], childList: true, subtree: true });
  check();
  return () => observer.disconnect();
};

/**
 * Sends a form once it can be sent, because Enter was pressed before for `text`. An earlier draft goes back into the
 * field. Both end where another chat is shown, which the same field may belong to.
 */
const submit = (field: EarlyField, text: string, draft: string, others$: Observable<unknown>): void => {
  const { form } = field;
  if (!form) return;
  // While the form waits, the same field may show another chat.
  const ready = () => field.value === text && form.querySelector('[type=submit]:not(:disabled)') !== null;
  // React updates the form's state a moment after the input event.
  const soon = setTimeout(() => {
    const stop = whenever(form, ready, () => form.requestSubmit());
    // Who writes on has not finished: all of it is sent with the next Enter.
    form.addEventListener('input', stop, { once: true });
    others$.subscribe(stop);
    if (draft !== '')
      others$.subscribe(
        whenever(
          form,
          () => field.value === '',
          () => write(field, draft),
        ),
      );
  });
  others$.subscribe(() => clearTimeout(soon));
};

/** Whether two fields belong to the same form. Another one may do something else. */
const isSameForm = (from: EarlyField, to: EarlyField): boolean =>
  from.form?.dataset['earlyForm'] === to.form?.dataset['earlyForm'];

/**
 * Moves what was typed into `from`, with its caret, to the field that replaces it. Nothing is stored on the way,
 * because it may be a password. `others$` emits when another chat is shown.
 */
export const passOn = (from: EarlyField, to: EarlyField, focus: boolean, others$: Observable<unknown>): void => {
  const { value, selectionStart, selectionEnd, selectionDirection } = from;
  const draft = to.value;
  const same = isSameForm(from, to);
  const sent = same && from.form?.dataset['submitted'] !== undefined;
  const before = to instanceof HTMLTextAreaElement && draft !== '' && !sent ? `${draft}\n\n` : '';
  if (same && from.dataset['placeholders'] !== undefined) to.placeholder = from.placeholder;
  if (value !== '') write(to, before + value);
  if (focus) to.focus({ preventScroll: true });
  // Fields for email addresses do not reveal their caret.
  if (value !== '' && selectionStart !== null && selectionEnd !== null)
    to.setSelectionRange(before.length + selectionStart, before.length + selectionEnd, selectionDirection ?? 'none');
  // A field that is as high as its text scrolls in the box around it. Writing a position makes the browser lay out the page.
  const [own, box] = from.scrolled ?? [0, 0];
  if (own > 0) to.scrollTop = own;
  if (box > 0) to.parentElement!.scrollTop = box;
  if (from.kept) to.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: from.kept }));
  if (!sent) return;
  // Once for all fields of the form.
  delete from.form?.dataset['submitted'];
  submit(to, to.value, value === '' ? '' : draft, others$);
};

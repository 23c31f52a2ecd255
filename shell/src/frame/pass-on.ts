/** A field of the page's frame, or its counterpart in what a remote has rendered. */
export type EarlyField = HTMLInputElement | HTMLTextAreaElement;

/** React notices only what is written past the setter that it puts on a field. */
const write = (field: EarlyField, text: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Calls `then` once, as soon as `holds`; looks again whenever elements below `root` come, go or can be used. Answers how to stop. */
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

/** Enter was pressed before anything could be sent: it is done once, when the form can. A draft that stood there stays. */
const submit = (field: EarlyField, draft: string): void => {
  const { form } = field;
  if (!form) return;
  const ready = () => form.querySelector('[type=submit]:not(:disabled)') !== null;
  // A form that React has just been told about knows its texts a moment later.
  setTimeout(() =>
    whenever(form, ready, () => {
      form.requestSubmit();
      if (draft !== '')
        whenever(
          form,
          () => field.value === '',
          () => write(field, draft),
        );
    }),
  );
};

/**
 * Gives what was typed into `from`, with its caret, to the field that takes its place. From field to field only: a
 * password is stored nowhere.
 */
export const passOn = (from: EarlyField, to: EarlyField, focus: boolean): void => {
  const { value, selectionStart, selectionEnd, selectionDirection } = from;
  const draft = to.value;
  const sent = from.form?.dataset['submitted'] !== undefined;
  const before = to instanceof HTMLTextAreaElement && draft !== '' && !sent ? `${draft}\n\n` : '';
  if (from.dataset['placeholders'] !== undefined) to.placeholder = from.placeholder;
  if (value !== '') write(to, before + value);
  if (focus) to.focus({ preventScroll: true });
  // Fields for an email address have no caret that one could read.
  if (value !== '' && selectionStart !== null && selectionEnd !== null)
    to.setSelectionRange(before.length + selectionStart, before.length + selectionEnd, selectionDirection ?? 'none');
  to.scrollTop = from.scrollTop;
  if (sent) submit(to, value === '' ? '' : draft);
};

import type { ScrollIntoView } from '../scroll/scroll-into-view.ts';

/** Attribute of an answer whose passage was requested before the code for passages had loaded. */
const pendingAttribute = 'data-wanted-passage';

const answerOf = (from: Element) => from.closest('[data-answer]');

/**
 * Opens a passage below the answer that contains `from`, and scrolls to it, if need be once the passages have loaded.
 */
export const showPassage = (from: Element, n: number, scrollIntoView: ScrollIntoView): void => {
  const answer = answerOf(from);
  const passage = answer?.querySelector<HTMLDetailsElement>(`[data-passage="${n}"]`);
  if (!passage) {
    answer?.setAttribute(pendingAttribute, `${n}`);
    return;
  }
  answer?.removeAttribute(pendingAttribute);
  passage.open = true;
  scrollIntoView(passage);
  passage.querySelector('summary')?.focus({ preventScroll: true });
};

/** To be called when the passages have loaded. */
export const showWantedPassage = (from: Element, scrollIntoView: ScrollIntoView): void => {
  const n = answerOf(from)?.getAttribute(pendingAttribute);
  if (n) showPassage(from, Number(n), scrollIntoView);
};

import type { ToSight } from '../scroll/to-sight.ts';

/** Attribute of an answer whose passage was asked for before the code of its passages was there. */
const wanted = 'data-wanted-passage';

const answerOf = (from: Element) => from.closest('[data-answer]');

/** Opens the passage below the answer that `from` stands in, and goes there; once it is there. */
export const showPassage = (from: Element, n: number, toSight: ToSight): void => {
  const answer = answerOf(from);
  const passage = answer?.querySelector<HTMLDetailsElement>(`[data-passage="${n}"]`);
  if (!passage) {
    answer?.setAttribute(wanted, `${n}`);
    return;
  }
  answer?.removeAttribute(wanted);
  passage.open = true;
  toSight(passage);
  passage.querySelector('summary')?.focus({ preventScroll: true });
};

/** To be called when the passages have come. */
export const showWantedPassage = (from: Element, toSight: ToSight): void => {
  const n = answerOf(from)?.getAttribute(wanted);
  if (n) showPassage(from, Number(n), toSight);
};

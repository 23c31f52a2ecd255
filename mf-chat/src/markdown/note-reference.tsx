import { use } from 'react';
import { ToSightContext } from '../scroll/to-sight.ts';
import styles from './markdown.module.css';

/** Leads to an element of the same text. */
export const useJump = () => {
  const toSight = use(ToSightContext);
  return (from: Element, selector: string): void => {
    const target = from.closest('[data-markdown]')?.querySelector<HTMLElement>(selector);
    if (!target) return;
    toSight(target);
    target.focus({ preventScroll: true });
  };
};

/** The number of a footnote in the text: leads to the footnote, within the page and without an address of its own. */
export const NoteReference = ({ number }: { readonly number: number }) => {
  const jump = useJump();
  return (
    <sup>
      <button
        type="button"
        className={styles.noteMark}
        data-note-mark={number}
        aria-label={`Footnote ${number}`}
        onClick={(event) => jump(event.currentTarget, `[data-note="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
};

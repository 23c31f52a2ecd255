import { use } from 'react';
import { ScrollIntoViewContext } from '../scroll/scroll-into-view.ts';
import styles from './markdown.module.css';

/** Returns a function that scrolls to an element of the same text and focuses it. */
export const useJump = () => {
  const scrollIntoView = use(ScrollIntoViewContext);
  return (from: Element, selector: string): void => {
    const target = from.closest('[data-markdown]')?.querySelector<HTMLElement>(selector);
    if (!target) return;
    scrollIntoView(target);
    target.focus({ preventScroll: true });
  };
};

/** The number of a footnote in the text. It leads to the footnote without changing the URL. */
export const NoteReference = ({ number }: { readonly number: number }) => {
  const jump = useJump();
  return (
    <sup data-reference>
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

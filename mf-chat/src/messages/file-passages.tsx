import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import Download from 'lucide-react/icons/download';
import { use, useEffect, useId, useRef } from 'react';
import { showWantedPassage } from '../markdown/show-passage.ts';
import { type ScrollIntoView, ScrollIntoViewContext } from '../scroll/scroll-into-view.ts';
import styles from './file-passages.module.css';

/** The link to a file of the service, which is always downloaded. An imported URL gets no link. */
const hrefOf = ({ file: { url = '' } }: Passage): string | undefined => (/^\/(?!\/)/.test(url) ? url : undefined);

/** Scrolls to the first mark of the passage in the answer. */
const showMark = (from: Element, n: number, scrollIntoView: ScrollIntoView): void => {
  const mark = from.closest('[data-answer]')?.querySelector<HTMLElement>(`[data-passage-mark="${n}"]`);
  if (!mark) return;
  scrollIntoView(mark);
  mark.focus({ preventScroll: true });
};

const Excerpt = ({ passage }: { readonly passage: Passage }) => {
  const { n, file, page, text } = passage;
  const scrollIntoView = use(ScrollIntoViewContext);
  const href = hrefOf(passage);
  return (
    <li>
      <details className={styles.passage} data-passage={n}>
        <summary className={styles.summary}>
          <ChevronRight aria-hidden className={styles.chevron} />
          <span className={styles.number}>#{n}</span>
          <bdi className={styles.name}>{file.name}</bdi>
          {page !== undefined && <span className={styles.page}>page {page}</span>}
        </summary>
        <blockquote className={styles.text} dir="auto">
          {text}
        </blockquote>
        <div className={styles.ways}>
          {href !== undefined && (
            <a className={styles.way} href={href} target="_blank" rel="noopener noreferrer">
              <Download aria-hidden />
              Download file
            </a>
          )}
          <button
            type="button"
            className={styles.way}
            aria-label={`Back to passage #${n} in the text`}
            onClick={(event) => showMark(event.currentTarget, n, scrollIntoView)}
          >
            <CornerLeftUp aria-hidden />
            Back to the text
          </button>
        </div>
      </details>
    </li>
  );
};

/** The passages of the user's files that an answer cites, by the numbers of their marks. */
const FilePassages = ({ passages }: { readonly passages: readonly Passage[] }) => {
  const title = useId();
  const scrollIntoView = use(ScrollIntoViewContext);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (section.current) showWantedPassage(section.current, scrollIntoView);
  }, [scrollIntoView]);
  return (
    <section ref={section} className={styles.passages} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        Cited passages
      </h3>
      <ol className={styles.list}>
        {passages.map((passage) => (
          <Excerpt key={passage.n} passage={passage} />
        ))}
      </ol>
    </section>
  );
};

export default FilePassages;

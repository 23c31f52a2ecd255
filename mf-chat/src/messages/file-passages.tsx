import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CornerLeftUp from 'lucide-react/icons/corner-left-up';
import FileText from 'lucide-react/icons/file-text';
import { use, useEffect, useId, useRef } from 'react';
import { showWantedPassage } from '../markdown/show-passage.ts';
import { type ToSight, ToSightContext } from '../scroll/to-sight.ts';
import styles from './file-passages.module.css';

/** An object of the service, of which a PDF opens at its page; an imported address is no link. */
const addressOf = ({ file: { url = '' }, page }: Passage): string | undefined =>
  /^\/(?!\/)/.test(url) ? `${url}${page === undefined ? '' : `#page=${page}`}` : undefined;

/** Goes to the first mark of the passage in the answer. */
const back = (from: Element, n: number, toSight: ToSight): void => {
  const mark = from.closest('[data-answer]')?.querySelector<HTMLElement>(`[data-passage-mark="${n}"]`);
  if (!mark) return;
  toSight(mark);
  mark.focus({ preventScroll: true });
};

const Excerpt = ({ passage }: { readonly passage: Passage }) => {
  const { n, file, page, text } = passage;
  const toSight = use(ToSightContext);
  const address = addressOf(passage);
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
          {address !== undefined && (
            <a className={styles.way} href={address} target="_blank" rel="noopener noreferrer">
              <FileText aria-hidden />
              {page === undefined ? 'Open file' : `Open page ${page}`}
            </a>
          )}
          <button
            type="button"
            className={styles.way}
            aria-label={`Back to passage #${n} in the text`}
            onClick={(event) => back(event.currentTarget, n, toSight)}
          >
            <CornerLeftUp aria-hidden />
            Back to the text
          </button>
        </div>
      </details>
    </li>
  );
};

/** The passages of the person's files that an answer cites, by the numbers of their marks. */
const FilePassages = ({ passages }: { readonly passages: readonly Passage[] }) => {
  const title = useId();
  const toSight = use(ToSightContext);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (section.current) showWantedPassage(section.current, toSight);
  }, [toSight]);
  return (
    <section ref={section} className={styles.passages} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        From your files
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

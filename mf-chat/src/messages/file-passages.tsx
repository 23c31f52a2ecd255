import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import ChevronRight from 'lucide-react/icons/chevron-right';
import FileText from 'lucide-react/icons/file-text';
import { useId } from 'react';
import styles from './file-passages.module.css';

/** An object of the service, of which a PDF opens at its page; an imported address is no link. */
const addressOf = ({ file: { url = '' }, page }: Passage): string | undefined =>
  /^\/(?!\/)/.test(url) ? `${url}${page === undefined ? '' : `#page=${page}`}` : undefined;

const Excerpt = ({ passage }: { readonly passage: Passage }) => {
  const { n, file, page, text } = passage;
  const address = addressOf(passage);
  return (
    <li>
      <details className={styles.passage}>
        <summary className={styles.summary}>
          <ChevronRight aria-hidden className={styles.chevron} />
          <span className={styles.number}>[#{n}]</span>
          <bdi className={styles.name}>{file.name}</bdi>
          {page !== undefined && <span className={styles.page}>page {page}</span>}
        </summary>
        <blockquote className={styles.text} dir="auto">
          {text}
        </blockquote>
        {address !== undefined && (
          <a className={styles.open} href={address} target="_blank" rel="noopener noreferrer">
            <FileText aria-hidden />
            {page === undefined ? 'Open file' : `Open page ${page}`}
          </a>
        )}
      </details>
    </li>
  );
};

/** The passages of the person's files that an answer cites, by the numbers of their marks. */
const FilePassages = ({ passages }: { readonly passages: readonly Passage[] }) => {
  const title = useId();
  return (
    <section className={styles.passages} aria-labelledby={title}>
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

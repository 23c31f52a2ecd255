import type { ContextFile } from '@atrium/shared-kernel/contracts/entities/context';
import { formatted } from './fullness.ts';
import styles from './context-dialog.module.css';

/** Ascending numbers in short, as `3, 7–9`. */
const inRanges = (numbers: readonly number[]): string =>
  numbers
    .reduce<(readonly [number, number])[]>((ranges, number) => {
      const last = ranges.at(-1);
      return last && number === last[1] + 1
        ? [...ranges.slice(0, -1), [last[0], number] as const]
        : [...ranges, [number, number] as const];
    }, [])
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ');

/** Which part of a file the request held; undefined where it held all of it. */
const partOf = ({ passages, cut }: ContextFile): string | undefined => {
  if (!passages) return cut ? 'Shortened' : undefined;
  const { count, of, pages } = passages;
  if (pages.length === 0) return `${formatted(count)} of ${formatted(of)} passages`;
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${inRanges(pages)}`;
};

/** An object of the service, of which a PDF opens at the first page that went along; any other address is no link. */
const addressOf = ({ url = '', passages }: ContextFile): string | undefined => {
  const [page] = passages?.pages ?? [];
  return /^\/(?!\/)/.test(url) ? `${url}${page === undefined ? '' : `#page=${page}`}` : undefined;
};

/** The files that the request held, each with a link, and with its pages where the request held only some. */
export const Files = ({ files }: { readonly files: readonly ContextFile[] }) => (
  <ul className={styles.list} aria-label="Files">
    {files.map((file, at) => {
      const address = addressOf(file);
      const part = partOf(file);
      const about = (
        <>
          <bdi className={styles.prompt}>{file.name}</bdi>
          {part !== undefined && <small className={styles.part}>{part}</small>}
        </>
      );
      return (
        // One name may be there twice.
        <li key={at} className={styles.row}>
          {address === undefined ? (
            <span className={styles.link}>{about}</span>
          ) : (
            <a className={styles.link} href={address} target="_blank" rel="noopener noreferrer">
              {about}
            </a>
          )}
          {file.tokens > 0 && <span className={styles.tokens}>{formatted(file.tokens)}</span>}
        </li>
      );
    })}
  </ul>
);

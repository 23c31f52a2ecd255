import type { ContextFile } from '@atrium/shared-kernel/contracts/entities/context';
import { formatted } from './fullness.ts';
import styles from './context-dialog.module.css';

/** Formats ascending numbers as ranges, for example `3, 7–9`. */
const asRanges = (numbers: readonly number[]): string =>
  numbers
    .reduce<(readonly [number, number])[]>((ranges, number) => {
      const last = ranges.at(-1);
      return last && number === last[1] + 1
        ? [...ranges.slice(0, -1), [last[0], number] as const]
        : [...ranges, [number, number] as const];
    }, [])
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ');

/** Which part of a file was sent to the model. Undefined if all of it was. */
const partOf = ({ passages, cut }: ContextFile): string | undefined => {
  if (!passages) return cut ? 'Shortened' : undefined;
  const { count, of, pages } = passages;
  if (pages.length === 0) return `${formatted(count)} of ${formatted(of)} passages`;
  return `${pages.length === 1 ? 'Page' : 'Pages'} ${asRanges(pages)}`;
};

/** The link to a file of the service, which is always downloaded. Any other URL gets no link. */
const hrefOf = ({ url = '' }: ContextFile): string | undefined => (/^\/(?!\/)/.test(url) ? url : undefined);

/** The files that were sent to the model, each with a link, and with its pages if only some were sent. */
export const Files = ({ files }: { readonly files: readonly ContextFile[] }) => (
  <ul className={styles.list} aria-label="Files">
    {files.map((file, at) => {
      const href = hrefOf(file);
      const part = partOf(file);
      const about = (
        <>
          <bdi className={styles.prompt}>{file.name}</bdi>
          {part !== undefined && <small className={styles.part}>{part}</small>}
        </>
      );
      return (
        // Two files may have the same name.
        <li key={at} className={styles.row}>
          {href === undefined ? (
            <span className={styles.link}>{about}</span>
          ) : (
            <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
              {about}
            </a>
          )}
          {file.tokens > 0 && <span className={styles.tokens}>{formatted(file.tokens)}</span>}
        </li>
      );
    })}
  </ul>
);

import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { hostOf, safeUrl } from './safe-url.ts';
import { SiteIcon } from './citations-icon.tsx';
import styles from './citations.module.css';

/** The sources of an answer, collapsed. Their icons are not requested before the list is opened (B2.21). */
export const Citations = ({ urls }: { readonly urls: readonly string[] }) => {
  const [open, setOpen] = useState(false);
  const safe = urls.flatMap((url) => safeUrl(url)?.href ?? []);
  if (safe.length === 0) return null;
  return (
    <details className={styles.citations} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.chevron} />
        {safe.length === 1 ? '1 source' : `${safe.length} sources`}
      </summary>
      <ol className={styles.list}>
        {safe.map((url, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a list may name one address twice
          <li key={index}>
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.source}>
              <span className={styles.number}>{index + 1}</span>
              {open && <SiteIcon url={url} />}
              <span className={styles.host}>{hostOf(url)}</span>
              <span className={styles.path}>{safeUrl(url)?.pathname}</span>
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
};

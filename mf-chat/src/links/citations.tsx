import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { hostOf, safeUrl } from './safe-url.ts';
import { SiteIcon } from './citations-icon.tsx';
import styles from './citations.module.css';

/** The sources of an answer, collapsed. Their icons are not requested before the list is opened (B2.21). */
export const Citations = ({ urls }: { readonly urls: readonly string[] }) => {
  const [open, setOpen] = useState(false);
  // The numbers are those of the marks in the answer, also if a URL before them is not shown.
  const safe = urls.flatMap((text, index) => {
    const url = safeUrl(text);
    return url ? [{ url, number: index + 1 }] : [];
  });
  if (safe.length === 0) return null;
  return (
    <details className={styles.citations} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.chevron} />
        {safe.length === 1 ? '1 source' : `${safe.length} sources`}
      </summary>
      <ol className={styles.list}>
        {safe.map(({ url: { href, pathname }, number }) => (
          <li key={number}>
            <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={styles.source}>
              <span className={styles.number}>{number}</span>
              {open && <SiteIcon url={href} />}
              <span className={styles.host}>{hostOf(href)}</span>
              <span className={styles.path}>{pathname}</span>
            </a>
          </li>
        ))}
      </ol>
    </details>
  );
};

import Globe from 'lucide-react/icons/globe';
import { useState } from 'react';
import { hostOf } from './safe-url.ts';
import styles from './citations.module.css';

/** The icon of a site, loaded through the product's own origin only. A globe if there is none (B7.39, B9.09). */
export const SiteIcon = ({ url }: { readonly url: string }) => {
  const [broken, setBroken] = useState(false);
  if (broken) return <Globe aria-hidden className={styles.icon} />;
  return (
    <img
      className={styles.icon}
      src={`/api/favicon?domain=${encodeURIComponent(hostOf(url))}&size=16`}
      alt=""
      width={12}
      height={12}
      onError={() => setBroken(true)}
    />
  );
};

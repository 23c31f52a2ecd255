import { useState } from 'react';
import styles from './messages.module.css';

/** Longer prompts are folded: the answer stays in sight. */
const foldAbove = { characters: 1200, lines: 14 };

export const UserMessage = ({ prompt }: { readonly prompt: string }) => {
  const long = prompt.length > foldAbove.characters || prompt.split('\n').length > foldAbove.lines;
  const [folded, setFolded] = useState(true);
  return (
    <div className={styles.user}>
      <div className={styles.bubble}>
        <h2 className={styles.unseen}>You said</h2>
        <p className={styles.prompt} data-folded={(long && folded) || undefined}>
          {prompt}
        </p>
        {long && (
          <button type="button" className={styles.more} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
            {folded ? 'Show more' : 'Show less'}
          </button>
        )}
      </div>
    </div>
  );
};

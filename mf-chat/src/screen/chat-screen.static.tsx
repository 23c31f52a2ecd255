import { IconButton } from '@atrium/shared-kernel/ui/button';
import ArrowUp from 'lucide-react/icons/arrow-up';
import composer from '../composer/composer.module.css';
import { suggestions } from '../composer/suggestions.ts';
import styles from './screen.module.css';

/** What stands in the page before any script has come: the composer, in which one can type. */
export const ChatScreenStatic = () => (
  <div className={styles.screen}>
    <div className={styles.edge} />
    <div className={styles.middle} />
    <footer className={styles.edge}>
      <div className={`${styles.column} ${styles.bottom}`} data-for="premium">
        <form className={composer.composer} method="post" aria-label="Message Atrium" data-early-form="composer">
          <div className={composer.growing}>
            <textarea
              className={composer.text}
              dir="auto"
              rows={1}
              aria-label="Message"
              placeholder={suggestions[0]}
              enterKeyHint="send"
              data-early="message"
            />
          </div>
          <div className={composer.actions}>
            <div className={composer.tools} />
            <IconButton label="Send" icon={<ArrowUp />} type="submit" variant="primary" round />
          </div>
        </form>
      </div>
    </footer>
  </div>
);

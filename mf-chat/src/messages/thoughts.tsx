import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useState } from 'react';
import styles from './thoughts.module.css';
import { advance, typingStart } from './typewriter.ts';

const tick = 16;

/** The thought of the moment, typed out while the reply is on its way. */
const TypedThought = ({ thoughts }: { readonly thoughts: readonly string[] }) => {
  const [typing, setTyping] = useState(typingStart);
  useEffect(() => {
    const timer = setInterval(() => setTyping((now) => advance(now, thoughts, tick)), tick);
    return () => clearInterval(timer);
  }, [thoughts]);
  return (
    <p className={styles.typed} aria-hidden>
      {thoughts[typing.index]?.slice(0, typing.characters)}
    </p>
  );
};

interface ThoughtsProps {
  readonly thoughts: readonly string[];
  /** The answer has not begun: the thoughts are typed out one after the other. */
  readonly thinking: boolean;
}

/** The assistant's thoughts, folded away (B2.21). */
export const Thoughts = ({ thoughts, thinking }: ThoughtsProps) => {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.thoughts}>
      <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight aria-hidden className={styles.chevron} />
        {open ? 'Hide Thinking' : 'Show Thinking'}
      </button>
      {open ? (
        <ol className={styles.list}>
          {thoughts.map((thought, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- thoughts are only ever added at the end
            <li key={index}>{thought}</li>
          ))}
        </ol>
      ) : (
        thinking && <TypedThought thoughts={thoughts} />
      )}
    </div>
  );
};

import ChevronRight from 'lucide-react/icons/chevron-right';
import { useEffect, useRef, useState } from 'react';
import { Block } from '../markdown/block.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { createSplitter } from '../markdown/splitter.ts';
import styles from './thoughts.module.css';
import { thoughtTyping } from '@atrium/shared-kernel/contracts/constants';

/** Which thought is being typed, how many of its characters are shown, and for how many ms it has been complete. */
interface Typing {
  readonly index: number;
  readonly characters: number;
  readonly completeFor: number;
}

export const typingStart: Typing = { index: 0, characters: 0, completeFor: 0 };

/**
 * The state `ms` later: one character per ms, and the next thought 1.5 s after one is complete (B4.27). The last one
 * stays.
 */
export const advance = (typing: Typing, thoughts: readonly string[], ms: number): Typing => {
  const length = thoughts[typing.index]?.length ?? 0;
  const toType = (length - typing.characters) * thoughtTyping.perCharacter;
  if (ms < toType)
    return { ...typing, characters: typing.characters + Math.floor(ms / thoughtTyping.perCharacter), completeFor: 0 };
  // For a thought that has grown in the meantime, the pause starts once it is fully typed again.
  const completeFor = toType > 0 ? ms - toType : typing.completeFor + ms;
  if (completeFor < thoughtTyping.pause || typing.index >= thoughts.length - 1)
    return { ...typing, characters: length, completeFor: Math.min(completeFor, thoughtTyping.pause) };
  return advance(
    { index: typing.index + 1, characters: 0, completeFor: 0 },
    thoughts,
    completeFor - thoughtTyping.pause,
  );
};

const tick = 16;

/** The current thought, typed out while the reply is being written. */
const TypedThought = ({ thoughts }: { readonly thoughts: readonly string[] }) => {
  const [typing, setTyping] = useState(typingStart);
  // Thoughts grow while they are typed, which must not restart the timer.
  const latest = useRef(thoughts);
  useEffect(() => {
    latest.current = thoughts;
  }, [thoughts]);
  useEffect(() => {
    const timer = setInterval(() => setTyping((now) => advance(now, latest.current, tick)), tick);
    return () => clearInterval(timer);
  }, []);
  // Only the last block is drawn anew for each character.
  const [splitter] = useState(createSplitter);
  const { blocks, edition } = splitter.read(thoughts[typing.index]?.slice(0, typing.characters) ?? '');
  return (
    <div className={styles.typed} inert>
      {[...blocks.closed, blocks.open].map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block keeps its place
        <Block key={`${edition}-${index}`} text={text} growing={index === blocks.closed.length} />
      ))}
    </div>
  );
};

interface ThoughtsProps {
  readonly thoughts: readonly string[];
  /** The answer has not started yet: the thoughts are typed out one after the other. */
  readonly thinking: boolean;
}

/** The assistant's thoughts, collapsed (B2.21). */
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
            <li key={index}>
              <Markdown text={thought} streaming={false} />
            </li>
          ))}
        </ol>
      ) : (
        thinking && <TypedThought thoughts={thoughts} />
      )}
    </div>
  );
};

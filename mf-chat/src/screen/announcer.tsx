import { useEffect, useRef, useState } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { failedText } from '../reply/reply.ts';
import { spokenPart, withoutMarks } from './announcer.model.ts';
import styles from './screen.module.css';

/** Milliseconds between two announcements, so that a screen reader gets sentences instead of words. */
const pause = 1500;

interface AnnouncerProps {
  readonly message: LiveMessage | undefined;
}

/** Says to a screen reader what of the newest answer is new, by whole sentences. */
export const Announcer = ({ message }: AnnouncerProps) => {
  const [words, setWords] = useState('');
  const latest = useRef(message);
  const said = useRef<{ key?: string; length: number }>({ length: 0 });
  const streaming = message?.streaming ?? false;
  useEffect(() => {
    latest.current = message;
  }, [message]);
  useEffect(() => {
    const say = () => {
      const now = latest.current;
      if (!now) return;
      if (said.current.key !== now.key) said.current = { key: now.key, length: 0 };
      const part = now.streaming ? spokenPart(now.content) : spokenPart(`${now.content}\n`);
      const fresh = withoutMarks(part.slice(said.current.length));
      said.current.length = Math.max(part.length, said.current.length);
      if (fresh !== '') setWords(fresh);
      else if (now.failed) setWords(failedText);
    };
    if (!streaming) {
      // An answer that did not stream here is not announced: people read it when they move to it.
      if (said.current.key !== undefined && said.current.key === latest.current?.key) say();
      return undefined;
    }
    say();
    const timer = setInterval(say, pause);
    return () => clearInterval(timer);
  }, [streaming]);
  return (
    <div className={styles.unseen} aria-live="polite">
      {words}
    </div>
  );
};

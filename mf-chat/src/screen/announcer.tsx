import { useEffect, useRef, useState } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { failedText } from '../reply/reply.ts';
import { spokenPart, withoutMarkup } from './announcer.model.ts';
import styles from './screen.module.css';

/** Milliseconds between two announcements, so that a screen reader gets sentences instead of words. */
const pause = 1500;

interface AnnouncerProps {
  readonly message: LiveMessage | undefined;
}

/** Announces what is new in the latest answer to screen readers, in whole sentences. */
export const Announcer = ({ message }: AnnouncerProps) => {
  const [text, setText] = useState('');
  const latest = useRef(message);
  const announced = useRef<{ key?: string; length: number }>({ length: 0 });
  const streaming = message?.streaming ?? false;
  useEffect(() => {
    latest.current = message;
  }, [message]);
  useEffect(() => {
    const announce = () => {
      const now = latest.current;
      if (!now) return;
      if (announced.current.key !== now.key) {
        announced.current = { key: now.key, length: 0 };
        // The same words are announced again only if they went in between.
        setText('');
      }
      const part = now.streaming ? spokenPart(now.content) : spokenPart(`${now.content}\n`);
      const fresh = withoutMarkup(part.slice(announced.current.length));
      announced.current.length = Math.max(part.length, announced.current.length);
      const heard = `${fresh} ${now.failed ? failedText : ''}`.trim();
      if (heard) setText(heard);
    };
    if (!streaming) {
      // An answer that did not stream here is not announced: people read it when they move to it.
      if (announced.current.key !== undefined && announced.current.key === latest.current?.key) announce();
      return undefined;
    }
    announce();
    const timer = setInterval(announce, pause);
    return () => clearInterval(timer);
  }, [streaming]);
  return (
    <div className={styles.unseen} aria-live="polite">
      {text}
    </div>
  );
};

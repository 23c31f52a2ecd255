import type { Message } from '@atrium/shared-kernel/contracts/entities/chat';
import { lazy, Suspense, useState } from 'react';
import styles from './messages.module.css';

const UserAttachments = lazy(() =>
  import('../composer/later.ts').then((parts) => ({ default: parts.UserAttachments })),
);

/** Longer prompts are folded: the answer stays in sight. */
const foldAbove = { characters: 1200, lines: 14 };

const Prompt = ({ prompt }: { readonly prompt: string }) => {
  const long = prompt.length > foldAbove.characters || prompt.split('\n').length > foldAbove.lines;
  const [folded, setFolded] = useState(true);
  return (
    <div className={styles.bubble}>
      <p className={styles.prompt} data-folded={(long && folded) || undefined}>
        {prompt}
      </p>
      {long && (
        <button type="button" className={styles.more} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
          {folded ? 'Show more' : 'Show less'}
        </button>
      )}
    </div>
  );
};

interface UserMessageProps {
  readonly message: Pick<Message, 'prompt' | 'userFiles' | 'voiceNote'>;
}

/** What the person sent: files and voice note above the words (B2.20). */
export const UserMessage = ({ message: { prompt, userFiles, voiceNote } }: UserMessageProps) => (
  <div className={styles.user}>
    <h2 className={styles.unseen}>You said</h2>
    {(userFiles.length > 0 || voiceNote !== undefined) && (
      <Suspense fallback={null}>
        <UserAttachments files={userFiles} voiceNote={voiceNote} />
      </Suspense>
    )}
    {prompt !== '' && <Prompt prompt={prompt} />}
  </div>
);

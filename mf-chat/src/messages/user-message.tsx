import { lazyPart } from '@atrium/shared-kernel/remote';
import { Suspense, useState } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { EditablePrompt } from '../versions/editable-prompt.tsx';
import styles from './messages.module.css';

const UserAttachments = lazyPart(async () => ({
  default: (await import('../composer/deferred-parts.ts')).UserAttachments,
}));

/** Longer prompts are collapsed, so that the answer stays in view. */
const foldAbove = { characters: 1200, lines: 14 };

const Prompt = ({ prompt }: { readonly prompt: string }) => {
  const long = prompt.length > foldAbove.characters || prompt.split('\n').length > foldAbove.lines;
  const [folded, setFolded] = useState(true);
  return (
    <div className={styles.bubble}>
      <p dir="auto" className={styles.prompt} data-folded={(long && folded) || undefined}>
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
  readonly message: LiveMessage;
}

/** What the user sent, with files and the voice note above the text (B2.20). */
export const UserMessage = ({ message }: UserMessageProps) => {
  const { prompt, userFiles, voiceNote } = message;
  return (
    <div className={styles.user}>
      <h2 className={styles.unseen}>You said</h2>
      {(userFiles.length > 0 || voiceNote !== undefined) && (
        <Suspense fallback={null}>
          <UserAttachments files={userFiles} voiceNote={voiceNote} omissions={message.omissions} />
        </Suspense>
      )}
      <EditablePrompt message={message}>{prompt !== '' && <Prompt prompt={prompt} />}</EditablePrompt>
    </div>
  );
};

import type { LiveMessage } from '../reply/reply.ts';
import { Regenerate } from './regenerate.tsx';
import { VersionWalker } from './version-walker.tsx';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

/** The ways to the other versions of an answer, and to a new one; also of one that failed or was stopped. */
export const AnswerVersions = ({ message }: { readonly message: LiveMessage }) => {
  const versions = useVersions();
  if (!versions) return null;
  return (
    <div className={styles.versions}>
      <Regenerate message={message} versions={versions} />
      <VersionWalker message={message} versions={versions} />
    </div>
  );
};

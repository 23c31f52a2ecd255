import type { LiveMessage } from '../reply/reply.ts';
import { Regenerate } from './regenerate.tsx';
import { VersionNavigator } from './version-navigator.tsx';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

/** The ways to the other versions of an answer, and to a new one; also of one that failed or was stopped. */
export const AnswerVersions = ({ message }: { readonly message: LiveMessage }) => {
  const versions = useVersions();
  if (!versions) return null;
  return (
    <div className={styles.versions}>
      <Regenerate message={message} versions={versions} />
      <VersionNavigator message={message} versions={versions} of="answer" />
    </div>
  );
};

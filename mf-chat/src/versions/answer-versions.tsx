import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { Suspense } from 'react';
import type { LiveMessage } from '../reply/reply.ts';
import { Regenerate } from './regenerate.tsx';
import { useHost } from '../remote.ts';
import { VersionNavigator } from './version-navigator.tsx';
import { useVersions } from './versions-context.ts';
import styles from './versions.module.css';

// Needed only if there is more than one model.
const RegenerateWith = lazyPart(() => import(/* webpackChunkName: "rare-parts" */ '../models/regenerate-with.tsx'));

/** Buttons to the other versions of an answer, and to a new one. Also for an answer that failed or was stopped. */
export const AnswerVersions = ({ message }: { readonly message: LiveMessage }) => {
  const versions = useVersions();
  const { models } = useBehavior(useHost().session.user$) ?? {};
  if (!versions) return null;
  return (
    <div className={styles.versions}>
      <Regenerate message={message} versions={versions} />
      {models && (
        <Suspense fallback={null}>
          <RegenerateWith message={message} versions={versions} />
        </Suspense>
      )}
      <VersionNavigator message={message} versions={versions} of="answer" />
    </div>
  );
};

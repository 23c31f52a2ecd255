import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import BookMarked from 'lucide-react/icons/book-marked';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { defer, from, map } from 'rxjs';
import { useAccess } from '../access.ts';
import { useRemote, type WorkspaceView } from '../remote.ts';
import { createMemoriesModel } from './memories.model.ts';
import styles from './memory-bar.module.css';

const createModel = ({ client, session, scope }: WorkspaceView) =>
  createMemoriesModel(scope, {
    owner$: session.user$.pipe(map((user) => user?._id)),
    fetchMemories: () =>
      defer(() => from(client.call(calls.memories.listMemories, {}, { signal: scope.signal }))).pipe(
        map(({ memories }) => memories),
      ),
    deleteMemory: (memoryId) => client.call(calls.memories.deleteMemory, { memoryId }),
  });

const Explanation = () => (
  <EmptyState
    small
    icon={<BookMarked />}
    title="Nothing remembered yet"
    text="What you tell about yourself and your work is kept here and makes later answers fit you better. You can delete each memory."
  />
);

const MemorySkeleton = () => (
  <output aria-label="Loading memories" className={styles.list}>
    {[2, 3, 2].map((lines, index) => (
      <span key={index} className={styles.memory}>
        <Skeleton lines={lines} width="100%" />
      </span>
    ))}
  </output>
);

const MemoryItem = ({ memory, onDelete }: { memory: Memory; onDelete: () => void }) => (
  <li className={styles.memory}>
    <p className={styles.text}>{memory.memory}</p>
    <IconButton
      size="s"
      className={styles.delete}
      label={`Delete memory: ${memory.memory}`}
      title="Delete memory"
      icon={<X />}
      onClick={onDelete}
    />
  </li>
);

/** The right bar: what the assistant remembers (B1.04). */
export const MemoryBar = () => {
  const view = useRemote();
  const [model] = useState(() => createModel(view));
  const { status, memories } = useBehavior(model.state$);
  const { kind } = useAccess();
  const remove = async (memoryId: string) => {
    try {
      await model.remove(memoryId);
    } catch (error) {
      const message = messageOf(error, 'Failed to delete memory. Please try again.');
      view.alerts.show({ type: 'error', time: toastTimes.medium, message });
    }
  };
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>Memory</h2>
      <div className={styles.scroller}>
        {kind === 'visitor' || (status === 'ready' && memories.length === 0) ? <Explanation /> : null}
        {kind !== 'visitor' && status === 'loading' && <MemorySkeleton />}
        {status === 'failed' && <FailureState small title="Failed to get memories." onRetry={model.retry} />}
        {memories.length > 0 && (
          <ul className={styles.list}>
            {memories.map((memory) => (
              <MemoryItem key={memory._id} memory={memory} onDelete={() => void remove(memory._id)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

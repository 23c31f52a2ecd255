import { messageOf } from '@atrium/shared-kernel/client';
import { isGeneralFailure } from '@atrium/shared-kernel/failure';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { memory as limits, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import * as dialogs from '#contracts/dialogs';
import type { Memory } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { IconButton } from '@atrium/shared-kernel/ui/button';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { Switch } from '@atrium/shared-kernel/ui/switch';
import { ListItem } from '@atrium/shared-kernel/ui/list-item/list-item';
import BookMarked from 'lucide-react/icons/book-marked';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Suspense, useEffect, useState } from 'react';
import { defer, from, map } from 'rxjs';
import { useAccess } from '../access.ts';
import { useHost, type WorkspaceView } from '../remote.ts';
import { createMemoriesModel } from './memories.model.ts';
import styles from './memory-bar.module.css';

const createModel = ({ client, session, scope }: WorkspaceView) =>
  createMemoriesModel(scope, {
    owner$: session.user$.pipe(map((user) => user?._id)),
    fetchMemories: () =>
      defer(() => from(client.call(calls.memories.listMemories, {}, { signal: scope.signal }))).pipe(
        map(({ memories }) => memories),
      ),
    deleteMemory: ({ _id: memoryId, revision: basedOn }) =>
      client.call(calls.memories.deleteMemory, { memoryId }, { basedOn }),
  });

const PanelTabs = lazyPart(async () => ({ default: (await import('../added/added.tsx')).PanelTabs }));

const Explanation = () => (
  <EmptyState
    small
    icon={<BookMarked />}
    title="Nothing remembered yet"
    text="What you share about yourself and your work is saved here for better answers later. You can delete any memory."
  />
);

const MemorySkeleton = () => (
  <output aria-label="Loading memories" className={styles.list}>
    {[2, 3, 2].map((lines, index) => (
      <span key={index} className={styles.memory}>
        <Skeleton lines={lines} width="80%" />
      </span>
    ))}
  </output>
);

interface ItemProps {
  memory: Memory;
  onEdit: () => void;
  onDelete: () => void;
}

const MemoryItem = ({ memory, onEdit, onDelete }: ItemProps) => (
  <ListItem className={styles.memory}>
    <p dir="auto" className={styles.text}>
      {memory.memory}
    </p>
    <IconButton
      size="s"
      className={styles.act}
      label={`Edit memory: ${memory.memory}`}
      title="Edit memory"
      icon={<Pencil />}
      onClick={onEdit}
    />
    <IconButton
      size="s"
      className={styles.act}
      label={`Delete memory: ${memory.memory}`}
      title="Delete memory"
      icon={<X />}
      onClick={onDelete}
    />
  </ListItem>
);

/** The master switch. It takes effect at once, and is reverted if the service refuses. */
const useMemorySwitch = () => {
  const { client, session, alerts } = useHost();
  const on = useBehavior(session.user$)?.memoryEnabled !== false;
  const [busy, setBusy] = useState(false);
  const change = async (enabled: boolean) => {
    const saving = client.call(calls.memories.setMemoryEnabled, { enabled });
    session.patch({ memoryEnabled: enabled }, saving);
    setBusy(true);
    try {
      await saving;
    } catch (error) {
      session.patch({ memoryEnabled: !enabled });
      const message = messageOf(error, 'Failed to change memory. Please try again.');
      alerts.show({ type: 'error', time: toastTimes.medium, message });
    }
    setBusy(false);
  };
  return { on, busy, change };
};

/** Milliseconds after the bar is there. By then it needs nothing else. */
const prepareDelay = 1500;
const loadUndo = () => import(/* webpackChunkName: "deletion" */ './offer-undo.ts');

/** Loads the code for deleting in both bars ahead of its use, so that it is there without a network. */
const usePreparedDeletion = () =>
  useEffect(() => {
    const timer = setTimeout(() => void loadUndo().catch(() => undefined), prepareDelay);
    return () => clearTimeout(timer);
  }, []);

const useMemories = () => {
  const view = useHost();
  usePreparedDeletion();
  const [model] = useState(() => createModel(view));
  useEffect(() => {
    const changes = view.bus.on(events.workspace.memoriesChanged).subscribe(model.refresh);
    return () => changes.unsubscribe();
  }, [view, model]);
  const remove = async (memory: Memory) => {
    try {
      await model.remove(memory);
    } catch (error) {
      // The memory has changed in the meantime, which the list shows.
      if (isGeneralFailure(error, 'stale')) model.refresh();
      const message = messageOf(error, 'Failed to delete memory. Please try again.');
      view.alerts.show({ type: 'error', time: toastTimes.medium, message });
      return;
    }
    try {
      (await loadUndo()).offerUndo(view, memory, model);
    } catch {
      // It is deleted all the same.
      view.alerts.show({ type: 'info', time: toastTimes.medium, message: 'Memory deleted.' });
    }
  };
  const write = (memory?: Memory) =>
    void view.dialogs.open(dialogs.workspace.memory, {
      memoryId: memory?._id,
      memory: memory?.memory,
      revision: memory?.revision,
    });
  return { ...useBehavior(model.state$), retry: model.retry, remove, write };
};

/** Why nothing new is saved, if nothing is. */
const hintOf = (on: boolean, all: number): string | undefined => {
  if (!on) return 'Off: nothing new is saved, and these memories aren’t used.';
  return all >= limits.most ? `Full: delete one of your ${limits.most} memories to save a new one.` : undefined;
};

/** The memories of the assistant (B1.04). */
const Memories = () => {
  const { status, memories, failure, retry, remove, write } = useMemories();
  const { on, busy, change } = useMemorySwitch();
  const { kind } = useAccess();
  const person = kind === 'free' || kind === 'premium';
  return (
    <div className={styles.bar}>
      <div className={styles.top}>
        <h2 className={styles.title}>Memory</h2>
        {person && <IconButton size="s" label="Add a memory" icon={<Plus />} onClick={() => write()} />}
      </div>
      {person && (
        <div className={styles.switch}>
          <Switch
            label="Save and use memories"
            hint={hintOf(on, memories.length)}
            checked={on}
            busy={busy}
            onChange={(enabled) => void change(enabled)}
          />
        </div>
      )}
      <div className={styles.scroller} data-off={!on} tabIndex={-1}>
        {kind === 'visitor' || (status === 'ready' && memories.length === 0) ? <Explanation /> : null}
        {kind !== 'visitor' && status === 'loading' && <MemorySkeleton />}
        {status === 'failed' && (
          <FailureState small title="Couldn’t load memories." text={failure || undefined} onRetry={retry} />
        )}
        {memories.length > 0 && (
          <ul className={styles.list}>
            {memories.map((memory) => (
              <MemoryItem
                key={memory._id}
                memory={memory}
                onEdit={() => write(memory)}
                onDelete={() => void remove(memory)}
              />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

/** The right bar: the memories, in a tab next to those of other remotes if there are any. */
export const MemoryBar = () =>
  useHost().slots?.isFilled('workspace.panelTabs') ? (
    <Suspense fallback={null}>
      <PanelTabs>
        <Memories />
      </PanelTabs>
    </Suspense>
  ) : (
    <Memories />
  );

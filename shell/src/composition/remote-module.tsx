import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { Entry } from '../remotes/directory.ts';
import { SlowNote } from '../layout/slow-note.tsx';
import { useShell } from '../shell-context.ts';
import { FailurePanel } from './failure-panel.tsx';
import { createModule, type ModuleState, type MountedModule } from './module.model.ts';
import styles from './remote-module.module.css';

interface Props {
  entry: Entry;
  /** Gray blocks in the layout of the module, shown while it loads. */
  skeleton: ReactNode;
  input?: unknown;
  close?: (result?: unknown) => void;
  /** Called once the module is shown or has failed. */
  onSettled?: () => void;
}

const notStarted$ = new BehaviorSubject<ModuleState>({ kind: 'loading', slow: false });

/** Shown while a module loads: its static part if the page had one, otherwise `skeleton`. Both are only visual. */
export const Cover = ({ entry: { remote, expose }, skeleton }: Pick<Props, 'entry' | 'skeleton'>) => {
  const { frame } = useShell();
  const staticPart = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (staticPart.current ? frame.cover(`${remote.pinned.name} ${expose}`, staticPart.current) : undefined),
    [frame, remote, expose],
  );
  return (
    <>
      <div ref={staticPart} className={styles.static} aria-hidden inert />
      {skeleton}
    </>
  );
};

/** Shows a module of a remote. What fails inside stays inside. */
export const RemoteModule = ({ entry, skeleton, input, close, onSettled }: Props) => {
  const stage = useShell();
  const container = useRef<HTMLDivElement>(null);
  const [module, setModule] = useState<MountedModule>();

  // Before the browser paints: the remote's code may have come already.
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const started = createModule(stage, { ...entry, container: container.current, input, ...(close ? { close } : {}) });
    setModule(started);
    return () => started.end();
  }, [stage, entry, input, close]);

  const state = useBehavior(module?.state$ ?? notStarted$);
  const settled = state.kind !== 'loading';
  useEffect(() => {
    if (settled) onSettled?.();
  }, [settled, onSettled]);
  return (
    <div className={styles.container} aria-busy={state.kind === 'loading'}>
      <div ref={container} className={styles.content} />
      {state.kind === 'loading' && (
        <div className={styles.cover}>
          <Cover entry={entry} skeleton={skeleton} />
          <SlowNote slow={state.slow} />
        </div>
      )}
      {state.kind === 'failed' && module && (
        <div className={styles.cover}>
          <FailurePanel {...state} module={entry.expose.replace('./', '')} onRetry={module.retry} />
        </div>
      )}
    </div>
  );
};

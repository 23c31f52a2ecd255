import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import type { Entry } from '../remotes/directory.ts';
import { useShell } from '../shell-context.ts';
import { FailurePanel } from './failure-panel.tsx';
import { createModule, type ModuleState, type MountedModule } from './module.model.ts';
import styles from './remote-module.module.css';

interface Props {
  entry: Entry;
  /** The true layout in grey, while the module loads. */
  skeleton: ReactNode;
  input?: unknown;
  close?: (result?: unknown) => void;
  /** Called when it is shown, and when it has failed. */
  onSettled?: () => void;
}

const waiting$ = new BehaviorSubject<ModuleState>({ kind: 'loading', slow: false });

/** What stands where a module loads: its static part, where the page had one, else `skeleton`. Both are for the eye. */
export const Cover = ({ entry: { remote, expose }, skeleton }: Pick<Props, 'entry' | 'skeleton'>) => {
  const { frame } = useShell();
  const made = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => (made.current ? frame.cover(`${remote.pinned.name} ${expose}`, made.current) : undefined),
    [frame, remote, expose],
  );
  return (
    <>
      <div ref={made} className={styles.made} aria-hidden inert />
      {skeleton}
    </>
  );
};

/** A place on the screen that a remote's module fills; what fails in it stays in it. */
export const RemoteModule = ({ entry, skeleton, input, close, onSettled }: Props) => {
  const stage = useShell();
  const container = useRef<HTMLDivElement>(null);
  const [module, setModule] = useState<MountedModule>();

  useEffect(() => {
    if (!container.current) return undefined;
    const started = createModule(stage, { ...entry, container: container.current, input, ...(close ? { close } : {}) });
    setModule(started);
    return () => started.end();
  }, [stage, entry, input, close]);

  const state = useBehavior(module?.state$ ?? waiting$);
  const settled = state.kind !== 'loading';
  useEffect(() => {
    if (settled) onSettled?.();
  }, [settled, onSettled]);
  return (
    <div className={styles.place} aria-busy={state.kind === 'loading'}>
      <div ref={container} className={styles.content} />
      {state.kind === 'loading' && (
        <div className={styles.cover}>
          <Cover entry={entry} skeleton={skeleton} />
          <output className={styles.slow}>{state.slow && 'Still loading…'}</output>
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

import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, distinctUntilChanged, map, skip } from 'rxjs';
import type { Uploads } from '../attachments/uploads.ts';
import type { QueueModel } from '../queue/queue.model.ts';
import type { ChatRemote } from '../remote.ts';
import type { ThreadModel } from '../thread/thread.model.ts';
import { isWaiting } from '../thread/thread.ts';
import { isBlank, isUploading } from '../draft/draft.ts';
import type { DraftModel } from './draft.model.ts';
import { type Mode, withToggled } from '../draft/modes.ts';
import type { Refusal } from './refusals.ts';

export interface ComposerModel {
  /** Counts the requests for prompt help; 0 while it is closed. */
  readonly help$: Behavior<number>;
  readonly openHelp: () => void;
  readonly closeHelp: () => void;
  /**
   * Sends the draft of the chat on the screen, or queues it while a reply is being written. Returns whether something
   * was sent or queued.
   */
  readonly submit: () => boolean;
  readonly attach: (files: readonly File[]) => void;
  /** Removes a file from the draft, and cancels its upload. */
  readonly remove: (id: string) => void;
  readonly changeFile: (id: string, change: Partial<UserFile>) => void;
  readonly toggle: (mode: Mode) => void;
  readonly turnOn: (mode: Mode) => void;
  readonly refuse: (message: string) => void;
  /** Says why something is not possible yet, as soon as its sentence has loaded. */
  readonly refuseFor: (why: Refusal) => void;
}

/** Emits whenever another chat is shown. */
const otherChats = (thread$: ThreadModel['thread$']) =>
  thread$.pipe(
    map(({ key }) => key),
    distinctUntilChanged(),
    skip(1),
  );

export const loadDeferred = () => import('./deferred-parts.ts');

/** What is loaded when the first file is attached, or when something is refused. */
interface Deferred extends Uploads {
  readonly refusalOf: (why: Refusal) => string;
}

const createDeferred = (remote: ChatRemote, drafts: DraftModel, refuse: ComposerModel['refuse']) => {
  let loading: Promise<Deferred> | undefined;
  let waiting = 0;
  return {
    /** Files were attached while the upload code is still loading. */
    isWaiting: () => waiting > 0,
    /** `changes`: how many changes of the files wait for it. */
    use(act: (deferred: Deferred) => void, changes = 1) {
      loading ??= loadDeferred().then(({ createUploads, refusalOf }) => ({
        ...createUploads(remote, drafts),
        refusalOf,
      }));
      waiting += changes;
      loading
        .then(act)
        .catch(() => {
          loading = undefined;
          refuse(callFailed);
        })
        .finally(() => {
          waiting -= changes;
        });
    },
  };
};

/** What the composer does with the draft. Code that the first screen does not need is loaded on first use. */
export const createComposerModel = (
  remote: ChatRemote,
  thread: Pick<ThreadModel, 'thread$'>,
  drafts: DraftModel,
  queue: Pick<QueueModel, 'add' | 'sendDraft'>,
): ComposerModel => {
  const { alerts } = remote;
  const refuse = (message: string) => {
    alerts.show({ message, type: 'error', time: toastTimes.medium });
  };

  // Prompt help and a recording belong to one chat. They end when another one is shown.
  const help$ = new BehaviorSubject(0);
  otherChats(thread.thread$)
    .pipe(remote.scope.until())
    .subscribe(() => {
      help$.next(0);
      drafts.setRecording(false);
    });

  const deferred = createDeferred(remote, drafts, refuse);
  const refuseFor = (why: Refusal) => deferred.use(({ refusalOf }) => refuse(refusalOf(why)), 0);

  const toggle = (mode: Mode) => {
    const { modes: current, voiceNote } = drafts.draft$.value;
    const modes = withToggled(current, mode, thread.thread$.value.secure);
    if (typeof modes === 'string') refuseFor(modes);
    else if (modes.secure && (voiceNote || drafts.recording$.value)) refuseFor('secureNote');
    else drafts.change({ modes });
  };

  return {
    help$,
    openHelp: () => help$.next(help$.value + 1),
    closeHelp: () => help$.next(0),
    refuse,
    refuseFor,
    toggle,
    turnOn(mode) {
      if (!drafts.draft$.value.modes[mode]) toggle(mode);
    },
    attach(files) {
      // Another chat may be on the screen once the code has loaded, or the same one by another key, once it is created.
      const { key: shown } = thread.thread$.value;
      const key = drafts.key();
      if (files.length > 0)
        deferred.use(({ add }) => add(files, thread.thread$.value.key === shown ? drafts.key() : key));
    },
    remove: (id) => deferred.use(({ remove }) => remove(id)),
    changeFile: (id, change) => drafts.changeFile(id, (file) => ({ ...file, ...change })),
    submit() {
      const now = thread.thread$.value;
      const draft = drafts.draft$.value;
      if (now.load !== 'ready') return false;
      const recording = drafts.recording$.value;
      if (recording !== false) refuseFor(recording);
      else if (deferred.isWaiting() || isUploading(draft)) refuseFor('uploading');
      else if (!isBlank(draft)) {
        const detached = drafts.detach();
        if (isWaiting(now)) {
          queue.add(detached.draft);
          detached.release();
        } else void queue.sendDraft(detached);
        return true;
      }
      return false;
    },
  };
};

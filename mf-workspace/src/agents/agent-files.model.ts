import { uploadFailure } from '@atrium/shared-kernel/upload-failure';
import { type Accepted, validate } from '@atrium/shared-kernel/contracts/attachments';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase, toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Agent } from '@atrium/shared-kernel/contracts/entities/agent';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, mergeMap, Subject } from 'rxjs';
import type { WorkspaceView } from '../remote.ts';

/** Concurrent uploads, and maximum files of one agent, as in the contract. */
const concurrency = 3;
const maxFiles = 50;

export interface AgentFilesModel {
  /** The files. One is uploaded as soon as its `url` is set. */
  readonly files$: Behavior<readonly UserFile[]>;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
}

interface Job extends Accepted {
  readonly id: string;
  readonly aborter: AbortController;
}

/** Milliseconds to wait for the inspection of files. What is found later is reported with the answers. */
const inspectionTimeout = 10_000;

/** What the model will not read of files, by URL. */
const notesOn = async (
  client: Pick<WorkspaceView['client'], 'call'>,
  files: readonly { readonly name: string; readonly url: string }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> => {
  try {
    const input = files.map(({ name, url }) => ({ name, url }));
    const within = AbortSignal.any([signal, AbortSignal.timeout(inspectionTimeout)]);
    const { notes } = await client.call(calls.files.inspectFiles, { files: input }, { signal: within });
    return new Map(notes.map(({ url, text }) => [url, text]));
  } catch {
    // The files are uploaded nevertheless. Answers report what was not read.
    return new Map();
  }
};
/** Uploads a file. Resolves with its URL. */
const upload = async (
  client: Pick<WorkspaceView['client'], 'call' | 'upload'>,
  { type, file, aborter: { signal } }: Job,
  progress: (percent: number) => void,
): Promise<string> => {
  const blob = file.type === type ? file : file.slice(0, file.size, type);
  const target = await client.call(calls.files.uploadUrl, { fileType: type, folder: 'chatFiles' }, { signal });
  await client.upload(target.uploadUrl, blob, { signal, progress });
  return storageBase + target.key.split('/').map(encodeURIComponent).join('/');
};
const noted = (note: string | undefined) => (note === undefined ? {} : { note });

/**
 * The files of an agent or a collection that is being edited, uploaded by the same rules as the composer's (B5.10 to
 * B5.14, B4.28, B4.29).
 */
export const createAgentFilesModel = (
  { client, alerts, scope }: Pick<WorkspaceView, 'client' | 'alerts' | 'scope'>,
  present: Agent['files'],
  owner: 'An agent' | 'A collection' = 'An agent',
): AgentFilesModel => {
  const files$ = new BehaviorSubject<readonly UserFile[]>(present.map((file) => ({ ...file, _id: file.url })));
  const queue$ = new Subject<Job>();
  const running = new Map<string, AbortController>();
  const change = (id: string, next: Partial<UserFile>) =>
    files$.next(files$.value.map((file) => (file._id === id ? { ...file, ...next } : file)));
  const drop = (id: string) => files$.next(files$.value.filter(({ _id }) => _id !== id));

  const run = async (job: Job) => {
    const { id, name, originalName = name } = job;
    const { signal } = job.aborter;
    if (signal.aborted) return;
    try {
      const url = await upload(client, job, (progress) => change(id, { progress }));
      change(id, { progress: 100 });
      const notes = await notesOn(client, [{ name: originalName, url }], signal);
      if (!signal.aborted) change(id, { url, ...noted(notes.get(url)) });
    } catch (error) {
      if (signal.aborted) return;
      drop(id);
      alerts.show({ type: 'error', time: 0, message: uploadFailure(error, name) });
    } finally {
      running.delete(id);
    }
  };
  queue$.pipe(mergeMap(run, concurrency), scope.until()).subscribe();
  const notePresent = async () => {
    const notes = await notesOn(client, present, scope.signal);
    for (const [url, note] of notes) change(url, { note });
  };
  if (present.length > 0) void notePresent();
  scope.add(() => {
    for (const aborter of running.values()) aborter.abort();
  });

  return {
    files$,
    add(files) {
      const bytes = files$.value.reduce((sum, { size = 0 }) => sum + size, 0);
      const { accepted, problems } = validate(files, bytes);
      const fitting = accepted.slice(0, maxFiles - files$.value.length);
      const problemTexts =
        fitting.length < accepted.length ? [...problems, `${owner} can have up to ${maxFiles} files.`] : problems;
      for (const message of problemTexts) alerts.show({ type: 'error', time: toastTimes.longest, message });
      const jobs = fitting.map((one) => ({ ...one, id: crypto.randomUUID(), aborter: new AbortController() }));
      const entries = jobs.map(({ id, name, type, file }) => ({ _id: id, name, type, size: file.size, progress: 0 }));
      files$.next([...files$.value, ...entries]);
      for (const job of jobs) {
        running.set(job.id, job.aborter);
        queue$.next(job);
      }
    },
    remove(id) {
      running.get(id)?.abort();
      drop(id);
    },
  };
};

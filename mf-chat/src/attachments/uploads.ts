import { uploadFailure } from '@atrium/shared-kernel/upload-failure';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { mergeMap, Subject } from 'rxjs';
import type { Draft } from '../draft/draft.ts';
import type { ChatRemote } from '../remote.ts';
import { noteOn, storeFile } from './store-file.ts';
import { type Accepted, validate } from '@atrium/shared-kernel/contracts/attachments';

/** Concurrent uploads. A browser allows six connections per host, and the answer needs one. */
const concurrency = 3;
/** Maximum files per message, as in its contract. */
const maxFiles = 50;

export interface Uploads {
  /** Puts files into the draft with this key and uploads them. */
  readonly add: (files: readonly File[], key: string) => void;
  readonly remove: (id: string) => void;
}

interface Job extends Accepted {
  readonly id: string;
  readonly aborter: AbortController;
}

/** The drafts that files are added to. */
interface Drafts {
  readonly get: (key: string) => Draft;
  readonly change: (change: Partial<Draft>, key: string) => void;
  /** Changes a file, whichever chat's draft has it. Where `change` returns undefined the file is removed. */
  readonly changeFile: (id: string, change: (file: UserFile) => UserFile | undefined) => void;
}

/** The chosen files that still fit into the message. An alert explains why others are left out. */
const acceptedOf = (files: readonly File[], present: readonly UserFile[], alerts: ChatRemote['alerts']) => {
  const { accepted, problems } = validate(
    files,
    present.reduce((sum, { size = 0 }) => sum + size, 0),
  );
  for (const message of problems) alerts.show({ message, type: 'error', time: toastTimes.longest });
  const fitting = accepted.slice(0, maxFiles - present.length);
  if (fitting.length < accepted.length)
    alerts.show({ message: `A message can have up to ${maxFiles} files.`, type: 'error', time: toastTimes.long });
  return fitting;
};

/** The draft's entry for a file whose upload starts. */
const entryOf = ({ id, name, originalName, type, file }: Job): UserFile => ({
  _id: id,
  name,
  ...(originalName === undefined ? {} : { originalName: originalName.slice(0, 255) }),
  type,
  size: file.size,
  progress: 0,
});

/** Object URLs of pictures. The browser keeps their data in memory until they are revoked. */
const createPreviews = () => {
  const previews = new Set<string>();
  return {
    of({ file, type }: Job) {
      if (!type.startsWith('image/')) return {};
      const tempUrl = URL.createObjectURL(file);
      previews.add(tempUrl);
      return { tempUrl };
    },
    release(tempUrl: string | undefined) {
      if (tempUrl !== undefined && previews.delete(tempUrl)) URL.revokeObjectURL(tempUrl);
    },
    end() {
      for (const preview of previews) URL.revokeObjectURL(preview);
    },
  };
};

/** Uploads the files of drafts. An upload continues while another chat is shown, and ends with the screen (B4.28, B4.29). */
export const createUploads = (
  { client, alerts, scope }: Pick<ChatRemote, 'client' | 'alerts' | 'scope'>,
  drafts: Drafts,
): Uploads => {
  const queue$ = new Subject<Job>();
  const running = new Map<string, AbortController>();
  const previews = createPreviews();

  const run = async ({ id, name, originalName = name, type, file, aborter: { signal } }: Job) => {
    if (signal.aborted) return;
    try {
      const url = await storeFile(client, file.type === type ? file : file.slice(0, file.size, type), {
        folder: 'chatFiles',
        signal,
        progress: (progress) => drafts.changeFile(id, (entry) => ({ ...entry, progress })),
      });
      drafts.changeFile(id, (entry) => ({ ...entry, progress: 100 }));
      const note = await noteOn(client, { name: originalName, url }, signal);
      if (signal.aborted) return;
      drafts.changeFile(id, (entry) => ({ ...entry, url, ...(note === undefined ? {} : { note }) }));
    } catch (error) {
      if (signal.aborted) return;
      drafts.changeFile(id, () => undefined);
      alerts.show({
        message: uploadFailure(error, name),
        type: 'error',
        time: 0,
      });
    } finally {
      running.delete(id);
    }
  };
  queue$.pipe(mergeMap(run, concurrency), scope.until()).subscribe();
  scope.add(() => {
    for (const aborter of running.values()) aborter.abort();
    previews.end();
  });

  return {
    add(files, key) {
      // The drafts belong to the next screen.
      if (scope.signal.aborted) return;
      const { files: present } = drafts.get(key);
      const accepted = acceptedOf(files, present, alerts);
      if (accepted.length === 0) return;
      const jobs = accepted.map((one) => ({ ...one, id: crypto.randomUUID(), aborter: new AbortController() }));
      const entries = jobs.map((job) => ({ ...entryOf(job), ...previews.of(job) }));
      drafts.change({ files: [...present, ...entries] }, key);
      for (const job of jobs) {
        running.set(job.id, job.aborter);
        queue$.next(job);
      }
    },
    remove(id) {
      running.get(id)?.abort();
      drafts.changeFile(id, ({ tempUrl }) => {
        previews.release(tempUrl);
        return undefined;
      });
    },
  };
};

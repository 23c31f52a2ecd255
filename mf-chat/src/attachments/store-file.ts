import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase } from '@atrium/shared-kernel/contracts/constants';
import type { ChatRemote } from '../remote.ts';

/** Milliseconds that a file may be read before it counts as there: what is found later is said with the answer. */
const patience = 10_000;

/** What the model will not read of a file that was uploaded, in a sentence; undefined where nobody can say so. */
export const noteOn = async (
  client: Pick<ChatRemote['client'], 'call'>,
  file: { readonly name: string; readonly url: string },
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    const { notes } = await client.call(calls.files.inspectFiles, { files: [file] }, { signal: within });
    return notes[0]?.text;
  } catch {
    // The file is there nevertheless; the answer says what was not read.
    return undefined;
  }
};

interface StoreOptions {
  readonly folder: 'chatFiles' | 'audio-notes';
  readonly signal: AbortSignal;
  /** Gets 0 to 100. */
  readonly progress: (percent: number) => void;
}

/** Uploads a blob under its own type and gives the address under which it is found; rejects where that fails. */
export const storeFile = async (
  client: Pick<ChatRemote['client'], 'call' | 'upload'>,
  blob: Blob,
  { folder, signal, progress }: StoreOptions,
): Promise<string> => {
  const { uploadUrl, key } = await client.call(calls.files.uploadUrl, { fileType: blob.type, folder }, { signal });
  await client.upload(uploadUrl, blob, { signal, progress });
  return storageBase + key.split('/').map(encodeURIComponent).join('/');
};

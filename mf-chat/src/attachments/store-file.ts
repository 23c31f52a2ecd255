import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase } from '@atrium/shared-kernel/contracts/constants';
import type { ChatRemote } from '../remote.ts';

/** Milliseconds to wait for the inspection of a file. What is found later is reported with the answer. */
const inspectionTimeout = 10_000;

/** Describes in a sentence what the model will not read of an uploaded file. Undefined if nothing is known. */
export const noteOn = async (
  client: Pick<ChatRemote['client'], 'call'>,
  file: { readonly name: string; readonly url: string },
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(inspectionTimeout)]);
    const { notes } = await client.call(calls.files.inspectFiles, { files: [file] }, { signal: within });
    return notes[0]?.text;
  } catch {
    // The file is uploaded nevertheless. The answer reports what was not read.
    return undefined;
  }
};

interface StoreOptions {
  readonly folder: 'chatFiles' | 'audio-notes';
  readonly signal: AbortSignal;
  /** Gets 0 to 100. */
  readonly progress: (percent: number) => void;
}

/** Uploads a blob with its own media type and returns the URL it is stored at. Rejects if that fails. */
export const storeFile = async (
  client: Pick<ChatRemote['client'], 'call' | 'upload'>,
  blob: Blob,
  { folder, signal, progress }: StoreOptions,
): Promise<string> => {
  const { uploadUrl, key } = await client.call(calls.files.uploadUrl, { fileType: blob.type, folder }, { signal });
  await client.upload(uploadUrl, blob, { signal, progress });
  return storageBase + key.split('/').map(encodeURIComponent).join('/');
};

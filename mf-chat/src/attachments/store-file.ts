import * as calls from '@atrium/shared-kernel/contracts/calls';
import { storageBase } from '@atrium/shared-kernel/contracts/constants';
import type { ChatRemote } from '../remote.ts';

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

import * as calls from '@atrium/shared-kernel/contracts/calls';
import { newId } from '../../db/id.ts';
import type { TestClient } from '../client.ts';

export interface Uploaded {
  readonly _id: string;
  readonly name: string;
  readonly type: string;
  readonly url: string;
  readonly key: string;
}

/** Uploads a file like a browser. */
export const upload = async (
  client: TestClient,
  name: string,
  type: string,
  content: Buffer | string,
  folder: 'chatFiles' | 'audio-notes' = 'chatFiles',
): Promise<Uploaded> => {
  const { body } = await client.call(calls.files.uploadUrl, { fileType: type, folder });
  const { status } = await client.request({
    method: 'PUT',
    url: body.uploadUrl,
    headers: { 'content-type': type },
    payload: Buffer.from(content),
  });
  if (status !== 204) throw new Error(`The upload of ${name} was answered ${status}.`);
  return { _id: newId(), name, type, url: `/objects/${body.key}`, key: body.key };
};

/** The file in the form in which messages name it. */
export const named = ({ _id, name, type, url }: Uploaded) => ({ _id, name, type, url });

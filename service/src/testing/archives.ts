import * as calls from '@atrium/shared-kernel/contracts/calls';
import { unzipSync, zipSync } from 'fflate';
import type { TestApp } from './app.ts';
import type { TestClient } from './client.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a zip archive of the files. */
export const zipOf = (files: Files): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? new TextEncoder().encode(content) : content,
        ]),
      ),
    ),
  );

/** The files of a zip archive as text. */
export const textsIn = (zip: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, content]) => [name, new TextDecoder().decode(content)]),
  );

/** Imports the file as the user of `client`, and returns the finished import. */
export const importFile = async (test: TestApp, client: TestClient, file: Buffer) => {
  const started = await client.call(calls.data.startImport, { name: 'export.zip', size: file.length });
  const { importId, uploadUrl } = started.body;
  const sent = await client.request({
    method: 'PUT',
    url: uploadUrl,
    headers: { 'content-type': 'application/zip' },
    payload: file,
  });
  if (sent.status !== 204) throw new Error(`The upload was answered with ${sent.status}.`);
  await client.call(calls.data.runImport, { importId });
  await test.services.imports.settled();
  const { body } = await client.call(calls.data.listImports, {});
  return body.imports.find(({ _id }) => _id === importId)!;
};

/** The export of the user of `client`. */
export const exportOf = async (test: TestApp, client: TestClient): Promise<Buffer> => {
  const cookie = `atrium_session=${(await client.token()) ?? ''}`;
  const { statusCode, rawPayload } = await test.app.inject({ method: 'GET', url: '/api/export', headers: { cookie } });
  if (statusCode !== 200) throw new Error(`The export was answered with ${statusCode}.`);
  return rawPayload;
};

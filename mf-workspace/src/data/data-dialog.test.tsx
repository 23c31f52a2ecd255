import { readAgain } from '@atrium/shared-kernel/changes/read-again';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { DataImport } from '@atrium/shared-kernel/contracts/entities/data';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf, Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { freshId } from '../testing/chats.ts';
import { DataDialog } from './data-dialog.tsx';
import { sentenceOf } from './import-item.tsx';

vi.mock('@atrium/shared-kernel/contracts/constants', async (original) => ({
  ...(await original<object>()),
  importPoll: 5,
}));

const none = { added: 0, known: 0, skipped: 0 };
const report = { chats: none, messages: none, memories: none, collections: none, files: none, notes: [] };
const importOf = (change: Partial<DataImport> = {}): DataImport => ({
  _id: freshId(),
  name: 'mine.zip',
  state: 'waiting',
  progress: 0,
  createdDate: '2026-07-15T10:00:00.000Z',
  ...change,
});

const show = (first: DataImport[] = []) => {
  const host = createFakeHost();
  const answer = { imports: first };
  const started = freshId();
  host.service.answer(calls.data.listImports, () => answer);
  host.service.answer(calls.data.startImport, () => ({ importId: started, uploadUrl: '/objects/x' }));
  host.service.answer(calls.data.runImport, () => ({ import: importOf() }));
  host.service.answer(calls.data.cancelImport, () => ({}));
  const upload = vi.fn<typeof host.client.upload>(() => Promise.resolve());
  Object.assign(host.client, { upload });
  return { ...renderRemote(contract, <DataDialog />, { host }), host, answer, started, upload };
};
const choose = (name: string, content = 'PK') =>
  userEvent.upload(screen.getByLabelText('File to import'), new File([content], name), { applyAccept: false });
const requested = ({ host }: ReturnType<typeof show>) => host.service.requests.map(({ call }) => call);

test('all data are downloaded by a link', () => {
  show();
  const link = screen.getByRole('link', { name: 'Download my data' });
  expect([link.getAttribute('href'), link.hasAttribute('download')]).toEqual(['/api/export', true]);
});

test('a file is uploaded as a zip, its import followed to its report, and the lists learn of it', async () => {
  const shown = show();
  await waitFor(() => expect(requested(shown)).toEqual(['data.listImports']));
  const running = importOf({ state: 'running', progress: 40, source: 'chatgpt' });
  shown.answer.imports = [running];
  await choose('mine.zip', 'PK..');
  expect(await screen.findByRole('progressbar', { name: 'Importing mine.zip' })).toBeTruthy();
  const [, start, run] = shown.host.service.requests;
  expect(start).toEqual({ call: 'data.startImport', input: { name: 'mine.zip', size: 4 } });
  expect(run?.call).toBe('data.runImport');
  const [url, sent] = shown.upload.mock.calls[0]!;
  expect([url, sent.type, sent.size]).toEqual(['/objects/x', 'application/zip', 4]);
  shown.answer.imports = [
    {
      ...running,
      state: 'done',
      report: { ...report, chats: { added: 3, known: 1, skipped: 0 }, notes: ['One was empty.'] },
    },
  ];
  expect(await screen.findByText('3 chats added. 1 chat already here.')).toBeTruthy();
  expect(screen.getByText(/Imported from ChatGPT/)).toBeTruthy();
  expect(screen.getByText('Details').closest('details')?.textContent).toBe('DetailsOne was empty.');
  expect(shown.host.eventsSeen.map(({ event }) => event)).toEqual([
    'workspace.chatsChanged',
    'workspace.collectionsChanged',
    'workspace.memoriesChanged',
  ]);
});

test.each([
  ['notes.txt', 'x', 'Please choose the .zip file of an export.'],
  ['empty.zip', '', 'This file is empty.'],
])('%s is refused before it is sent', async (name, content, reason) => {
  const shown = show();
  await choose(name, content);
  expect(screen.getByRole('alert').textContent).toBe(reason);
  expect(requested(shown)).not.toContain('data.startImport');
});

test('a refusal shows the message of the service', async () => {
  const { host } = show();
  host.service.answer(calls.data.startImport, () => {
    throw new Failure(429, 'Please wait an hour before the next import.');
  });
  await choose('mine.zip');
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait an hour before the next import.');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy();
});

/** An upload that ends only when it is canceled. */
const uploading = async () => {
  const shown = show();
  shown.upload.mockImplementation(
    (_, __, { signal, progress } = {}) =>
      new Promise((_resolve, reject) => {
        progress?.(42);
        signal?.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')));
      }),
  );
  screen.getByRole('button', { name: 'Choose a file' }).focus();
  fireEvent.change(screen.getByLabelText('File to import'), { target: { files: [new File(['PK'], 'mine.zip')] } });
  expect(await screen.findByText('42%')).toBeTruthy();
  return shown;
};
const dataCalls = (shown: ReturnType<typeof show>) =>
  requested(shown).filter((call) => call.startsWith('data.') && call !== 'data.listImports');

test('an upload can be canceled, the focus stays on its button, and the service gives it up', async () => {
  const shown = await uploading();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(shown.host.alertsShown).toMatchObject([{ message: 'Import canceled.' }]));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Choose a file' }));
  expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']);
});

test('an upload that runs is not listed as well, nor once it is canceled, but those of other tabs are', async () => {
  const shown = await uploading();
  const own = importOf({ _id: shown.started, state: 'uploading' });
  shown.answer.imports = [own, importOf({ name: 'theirs.zip', state: 'uploading' })];
  act(() => readAgain([shown.queries], { type: 'changed', kind: 'imports', ids: [] }));
  const states = () => screen.queryAllByRole('status').map(({ textContent }) => textContent?.trim());
  expect(await screen.findByText('theirs.zip')).toBeTruthy();
  expect(screen.queryByText('mine.zip')).toBeNull();
  expect(states()).toEqual(['Not uploaded yet']);
  const { promise, resolve } = Promise.withResolvers<object>();
  shown.host.service.answer(calls.data.cancelImport, () => promise);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy();
  expect(states()).toEqual(['Not uploaded yet']);
  shown.answer.imports = [];
  resolve({});
  await waitFor(() => expect(states()).toEqual([]));
});

test('an upload that cannot be given up is listed', async () => {
  const shown = await uploading();
  shown.answer.imports = [importOf({ _id: shown.started, state: 'uploading' })];
  shown.host.service.answer(calls.data.cancelImport, () => {
    throw new Failure(500, {});
  });
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('mine.zip')).toBeTruthy();
});

test('an upload is given up when the page is left, but not after it has ended', async () => {
  const shown = await uploading();
  const leave = () => globalThis.dispatchEvent(new Event('pagehide'));
  leave();
  expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(dataCalls(shown)).toHaveLength(3));
  leave();
  expect(dataCalls(shown)).toHaveLength(3);
});

test('an upload goes on when its dialog is closed, and says so until its import has started', async () => {
  const shown = show();
  const sent = Promise.withResolvers<void>();
  shown.upload.mockImplementation(() => sent.promise);
  await choose('mine.zip');
  expect(await screen.findByText('You can close this. The upload continues as long as the page is open.')).toBeTruthy();
  const dismiss = vi.spyOn(shown.host.alerts, 'dismiss');
  shown.end();
  expect(shown.host.alertsShown).toMatchObject([
    { message: 'mine.zip is still being uploaded. Please keep this page open.', time: 0, action: { label: 'Cancel' } },
  ]);
  sent.resolve();
  await waitFor(() => expect(dataCalls(shown)).toEqual(['data.startImport', 'data.runImport']));
  expect(dismiss).toHaveBeenCalledTimes(1);
  await waitFor(() =>
    expect(shown.host.alertsShown[1]).toMatchObject({
      type: 'info',
      message: 'mine.zip is uploaded, and its import has started.',
    }),
  );
});

test('an upload whose dialog was closed can be canceled', async () => {
  const shown = await uploading();
  shown.end();
  shown.host.alertsShown[0]?.action?.onSelect();
  await waitFor(() => expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']));
  expect(shown.host.alertsShown[1]).toMatchObject({ message: 'Import canceled.' });
});

test('a dialog that is opened again shows the upload that runs, and can cancel it', async () => {
  const shown = await uploading();
  shown.end();
  shown.answer.imports = [importOf({ _id: shown.started, state: 'uploading' }), importOf({ name: 'theirs.zip' })];
  renderRemote(contract, <DataDialog />, { host: shown.host });
  expect(await screen.findByText('theirs.zip')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Uploading mine.zip' })).toBeTruthy();
  expect(screen.queryByText(/Not uploaded yet/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
  shown.answer.imports = [];
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy();
  await waitFor(() => expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Imports' })).toBeNull());
});

test('an upload whose dialog was closed says that it failed', async () => {
  const shown = show();
  const sent = Promise.withResolvers<void>();
  shown.upload.mockImplementation(() => sent.promise);
  await choose('mine.zip');
  await waitFor(() => expect(shown.upload).toHaveBeenCalled());
  shown.end();
  sent.reject(new Error('lost'));
  await waitFor(() =>
    expect(shown.host.alertsShown[1]).toMatchObject({ type: 'error', message: 'Failed to import. Please try again.' }),
  );
});

test('an upload ends with the session of its user', async () => {
  const shown = await uploading();
  shown.end();
  act(() => shown.host.session.user$.next(undefined));
  await waitFor(() => expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']));
});

test('a file that is uploaded completely can no longer be canceled', async () => {
  const shown = show();
  const run = Promise.withResolvers<{ import: DataImport }>();
  shown.host.service.answer(calls.data.runImport, () => run.promise);
  await choose('mine.zip');
  const starting = await screen.findByRole('button', { name: 'Starting…' });
  await userEvent.click(starting);
  run.resolve({ import: importOf() });
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy();
  expect(dataCalls(shown)).toEqual(['data.startImport', 'data.runImport']);
});

test('an upload that failed is given up', async () => {
  const shown = show();
  shown.upload.mockImplementation(() => Promise.reject(new Error('lost')));
  await choose('mine.zip');
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to import. Please try again.');
  expect(dataCalls(shown)).toEqual(['data.startImport', 'data.cancelImport']);
});

test('an import whose start fails for a moment starts all the same, without an upload being given up', async () => {
  const shown = show();
  const answers = [503, 502];
  shown.host.service.answer(calls.data.runImport, () => {
    const status = answers.pop();
    if (status !== undefined) throw new Failure(status, {});
    return { import: importOf() };
  });
  await choose('mine.zip');
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeTruthy();
  expect(dataCalls(shown)).toEqual(['data.startImport', 'data.runImport', 'data.runImport', 'data.runImport']);
  expect(screen.queryByRole('alert')).toBeNull();
});

/** An upload whose import cannot be started, until `mend` is called. */
const uploaded = async (failure: () => Error) => {
  const shown = show();
  shown.host.service.answer(calls.data.runImport, () => {
    throw failure();
  });
  await choose('mine.zip');
  return { ...shown, mend: () => shown.host.service.answer(calls.data.runImport, () => ({ import: importOf() })) };
};

test('an import that could not be started is started by “Try again”, without a second upload', async () => {
  const shown = await uploaded(() => new Unreachable());
  expect(await screen.findByText(/mine\.zip is uploaded, but its import has not started\./)).toBeTruthy();
  expect(screen.getByRole('alert')).toBeTruthy();
  shown.mend();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/has not started/)).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(dataCalls(shown).filter((call) => call !== 'data.runImport')).toEqual(['data.startImport']);
  expect(shown.upload).toHaveBeenCalledTimes(1);
});

test('an import that could not be started while its dialog was closed is started from the alert', async () => {
  const shown = await uploaded(() => new Unreachable());
  shown.end();
  await waitFor(() => expect(shown.host.alertsShown.at(-1)).toMatchObject({ action: { label: 'Try again' } }));
  shown.mend();
  shown.host.alertsShown.at(-1)?.action?.onSelect();
  await waitFor(() =>
    expect(shown.host.alertsShown.at(-1)?.message).toBe('mine.zip is uploaded, and its import has started.'),
  );
  expect(shown.upload).toHaveBeenCalledTimes(1);
});

test('a file of which a part is missing is given up', async () => {
  const shown = await uploaded(() => failureOf('import-incomplete'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(dataCalls(shown)).toEqual(['data.startImport', 'data.runImport', 'data.cancelImport']));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('one that failed says why', async () => {
  show([importOf({ state: 'failed', msg: 'This zip holds no conversations.' })]);
  const list = within(await screen.findByRole('list', { name: 'Imports' }));
  expect(list.getByText('This zip holds no conversations.')).toBeTruthy();
  expect(list.getByRole('status').textContent).toContain('Failed');
});

test.each([
  [report, 'Nothing added.'],
  [{ ...report, messages: { added: 12_345, known: 0, skipped: 0 } }, '12,345 messages added.'],
  [{ ...report, memories: { added: 1, known: 0, skipped: 2 } }, '1 memory added. 2 memories skipped.'],
])('%o is shown as %s', (one, sentence) => {
  expect(sentenceOf(one)).toBe(sentence);
});

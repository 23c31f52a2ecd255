import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { type LiveMessage, fromService } from '../reply/reply.ts';
import { MessageActions } from './message-actions.tsx';

const answer = (change: Partial<LiveMessage> = {}): LiveMessage => ({
  ...fromService({
    _id: 'a'.repeat(24),
    prompt: 'Why?',
    content: '# Because',
    createdDate: '2026-11-21T12:00:00.000Z',
    pending: false,
    failed: false,
    thoughts: [],
    userFiles: [],
    modal: 'demo',
  }),
  ...change,
});

const show = (message: LiveMessage, host = createFakeHost()) =>
  renderRemote(contract, <MessageActions message={message} title="Reasons" />, { host });

afterEach(() => vi.unstubAllGlobals());

test('only a complete answer that names its model and is not reported has actions', () => {
  const { modal: _, ...unnamed } = answer();
  for (const message of [answer({ pending: true }), answer({ failed: true }), answer({ reportId: 'b' }), unnamed])
    expect(show(message).container.textContent).toBe('');
  show(answer());
  expect(screen.getByRole('button', { name: 'Copy as Markdown' })).toBeDefined();
});

test('an answer becomes a PDF that opens in a new tab, and says so while it is made', async () => {
  const host = createFakeHost();
  const generated = Promise.withResolvers<{ url: string }>();
  host.service.answer(calls.files.generateDocument, () => generated.promise);
  show(answer({ citations: '["https://a.test"]' }), host);
  fireEvent.click(screen.getByRole('button', { name: 'Download as PDF' }));
  expect(host.alertsShown).toEqual([{ message: 'Generating pdf...', type: 'info', time: 0 }]);
  expect(screen.getByRole('button', { name: 'Download as PDF' }).getAttribute('aria-busy')).toBe('true');
  await act(async () => generated.resolve({ url: '/objects/documents/x.pdf' }));
  await waitFor(() => expect(host.tabs).toEqual(['/objects/documents/x.pdf']));
  expect(host.service.requests.at(-1)?.input).toEqual({
    type: 'pdf',
    title: 'Reasons',
    markdown: '# Because',
    citations: '["https://a.test"]',
  });
});

test('a document that is being made when the page is left is not said to be made after a reload', () => {
  const host = createFakeHost();
  host.service.answer(calls.files.generateDocument, () => new Promise(() => {}));
  show(answer(), host);
  fireEvent.click(screen.getByRole('button', { name: 'Download as PDF' }));
  const left = vi.spyOn(host.alerts, 'dismiss');
  window.dispatchEvent(new Event('pagehide'));
  expect(left).toHaveBeenCalledTimes(1);
});

test('a document that took so long that the browser would open no tab is opened by the next press', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { userActivation: { value: { isActive: false } } }));
  const host = createFakeHost();
  host.service.answer(calls.files.generateDocument, () => ({ url: '/objects/documents/x.pdf' }));
  show(answer(), host);
  fireEvent.click(screen.getByRole('button', { name: 'Download as PDF' }));
  await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ message: 'Your pdf is ready.', time: 0 }));
  expect(host.tabs).toEqual([]);
  host.alertsShown.at(-1)?.action?.onSelect();
  expect(host.tabs).toEqual(['/objects/documents/x.pdf']);
});

test('a document for which the browser opens no tab, as WebKit after a call, is opened by the next press', async () => {
  const host = createFakeHost();
  vi.spyOn(host.navigation, 'openTab').mockReturnValueOnce(false);
  host.service.answer(calls.files.generateDocument, () => ({ url: '/objects/documents/x.pdf' }));
  show(answer(), host);
  fireEvent.click(screen.getByRole('button', { name: 'Download as PDF' }));
  await waitFor(() => expect(host.alertsShown.at(-1)).toMatchObject({ message: 'Your pdf is ready.', time: 0 }));
  host.alertsShown.at(-1)?.action?.onSelect();
  expect(host.tabs).toEqual(['/objects/documents/x.pdf']);
});

test('a document that cannot be made says why in the words of the service, else in those of the product', async () => {
  const host = createFakeHost();
  show(answer(), host);
  const fail = async (failure: Failure) => {
    host.service.answer(calls.files.generateDocument, () => {
      throw failure;
    });
    fireEvent.click(screen.getByRole('button', { name: 'Download as DOCX' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Download as PDF' })).toHaveProperty('disabled', false),
    );
    return host.alertsShown.at(-1);
  };
  expect(await fail(new Failure(502, {}))).toMatchObject({ message: 'Failed to download as docx.', type: 'error' });
  expect(await fail(new Failure(500, { msg: 'The printer is on fire.' }))).toMatchObject({
    message: 'The printer is on fire.',
  });
  expect(await fail(failureOf('document-too-large'))).toMatchObject({
    message: 'This answer is too long for one document.',
  });
});

test('an answer is copied as rich text, with its Markdown for programs that know no other', async () => {
  const items: Record<string, Blob | Promise<Blob>>[] = [];
  vi.stubGlobal('ClipboardItem', function take(item: Record<string, Blob | Promise<Blob>>) {
    items.push(item);
  });
  vi.spyOn(navigator.clipboard, 'write').mockResolvedValue();
  const { host } = show(answer({ citations: '["https://a.test/"]' }));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy as rich text' })));
  expect(await (await items[0]?.['text/html'])?.text()).toContain('<h1>Because</h1>\n<p>Sources:</p>');
  expect(await (await items[0]?.['text/plain'])?.text()).toContain('# Because\n\nSources:');
  expect(host.alertsShown).toMatchObject([{ message: 'Copied to clipboard' }]);
});

test('a browser without rich clipboards gets the Markdown, and one that refuses says that copying failed', async () => {
  vi.stubGlobal('ClipboardItem', undefined);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { host } = show(answer());
  const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy as rich text' })));
  await press();
  expect(write).toHaveBeenCalledExactlyOnceWith('# Because');
  write.mockRejectedValue(new Error('denied'));
  await press();
  expect(host.alertsShown.map(({ message }) => message)).toEqual(['Copied to clipboard', 'Failed to copy']);
});

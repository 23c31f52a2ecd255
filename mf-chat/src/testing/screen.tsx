import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Chat, Message } from '@atrium/shared-kernel/contracts/entities/chat';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { User } from '@atrium/shared-kernel/contracts/entities/user';
import { createFakeHost, type FakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import contract from '../../contract.ts';
import { ChatScreen } from '../screen/chat-screen.tsx';
import { chatId, createPipe } from './replies.ts';

export const namedChat = (title: string): Chat => ({
  _id: chatId,
  title,
  tags: [],
  secure: false,
  createdDate: '2026-01-01T00:00:00.000Z',
});

interface ChatOptions {
  readonly user?: User | null;
  readonly path?: string;
  /** The messages of the chat that is opened. */
  readonly messages?: Message[];
  /** More options of the host. */
  readonly host?: Parameters<typeof createFakeHost>[0];
  /** Called before anything is rendered. */
  readonly prepare?: (host: FakeHost) => void;
}

/** The chat screen over a fake service whose next reply is `reply`, and whose titles are 'Blue sky'. */
export const renderChat = ({ user, path, messages, host: more, prepare }: ChatOptions = {}) => {
  const host = createFakeHost({ ...(user === undefined ? {} : { user }), ...(path ? { path } : {}), ...more });
  const reply = createPipe<ReplyItem>();
  host.service.answer(calls.chat.streamReply, () => reply);
  host.service.answer(calls.chat.nameChat, () => ({ chat: namedChat('Blue sky') }));
  host.service.answer(calls.chat.stopReply, () => ({}));
  prepare?.(host);
  if (messages) host.service.answer(calls.chat.getChat, () => ({ messages }));
  const rendered = renderRemote(contract, <ChatScreen />, { host });
  return { ...rendered, reply };
};

export const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });

/** Types a prompt and presses Enter. */
export const sendPrompt = async (prompt: string): Promise<void> => {
  await act(async () => {
    fireEvent.change(input(), { target: { value: prompt } });
  });
  await act(async () => {
    fireEvent.keyDown(input(), { key: 'Enter' });
  });
};

/** An upload whose progress the test controls. */
interface FakeUpload {
  readonly progress: (percent: number) => void;
  readonly done: () => void;
  readonly fail: (error: Error) => void;
  readonly signal: AbortSignal | undefined;
  readonly file: Blob;
}

/** Answers every request for an upload. The test decides how each ends. In the order in which they start. */
export const withUploads = (host: FakeHost): FakeUpload[] => {
  const uploads: FakeUpload[] = [];
  host.service.answer(calls.files.uploadUrl, ({ folder }) => ({
    uploadUrl: '/objects/put',
    key: `${folder}/u/1/file #1.txt`,
  }));
  vi.spyOn(host.client, 'upload').mockImplementation(
    (_url, file, { signal, progress } = {}) =>
      new Promise((resolve, reject) => {
        const fail = (error: Error) => reject(error);
        signal?.addEventListener('abort', () => fail(new DOMException('Aborted', 'AbortError')));
        uploads.push({ file, signal, fail, done: () => resolve(), progress: (percent) => progress?.(percent) });
      }),
  );
  return uploads;
};

/** Chooses files like the browser's file picker. */
export const chooseFiles = async (...files: File[]): Promise<void> => {
  const chooser = document.querySelector('input[type=file]');
  if (!chooser) throw new Error('No files can be chosen.');
  await act(async () => {
    fireEvent.change(chooser, { target: { files } });
  });
};

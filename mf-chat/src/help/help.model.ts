import { callFailed, promptHelpNeedsWords } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { promptHelpMax } from '@atrium/shared-kernel/contracts/constants';
import { type Draft, fileMetadata } from '../draft/draft.ts';
import { modeConflicts } from '../draft/mode-conflicts.ts';
import type { ChatRemote } from '../remote.ts';

/** Why prompt help is refused. Undefined if it is possible (B5.18, B8.43). */
export const refusalOf = ({ text }: Pick<Draft, 'text'>, secure: boolean): string | undefined => {
  if (secure) return modeConflicts.help;
  if (text.trim() === '') return promptHelpNeedsWords;
  return text.length < promptHelpMax ? undefined : 'Your prompt is too long to receive help with.';
};

export type Improvement = { readonly text: string } | { readonly problem: string };

/** Requests an improved prompt. */
export const improve = async (
  { client, ipInfo$ }: Pick<ChatRemote, 'client' | 'ipInfo$'>,
  { text, files }: Draft,
  chatId: string | undefined,
  signal: AbortSignal,
): Promise<Improvement> => {
  const countryCode = ipInfo$.value?.country;
  const input = {
    prompt: text,
    ...(chatId ? { chatId } : {}),
    ...(files.length > 0 ? { fileMetadata: fileMetadata(files) } : {}),
    ...(countryCode ? { countryCode } : {}),
  };
  try {
    const { improvedPrompt } = await client.call(calls.chat.improvePrompt, input, { signal });
    return { text: improvedPrompt };
  } catch (error) {
    return { problem: messageOf(error, callFailed) };
  }
};

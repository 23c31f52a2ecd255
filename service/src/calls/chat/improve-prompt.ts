import * as calls from '@atrium/shared-kernel/contracts/calls';
import { promptHelpOfUser, takePoints } from '../../domain/accounts/limits.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { badRequest, CallError } from '../../errors.ts';
import { implement } from '../implement.ts';

/** Milliseconds that a model has for it. */
const patience = 30_000;

export default implement(calls.chat.improvePrompt, async (context, { chatId, prompt }) => {
  const { services, user, log } = context;
  const chat = chatId ? await ownChat(services.database.db, user.id, chatId) : undefined;
  if (chat?.secure) throw badRequest('Prompt help is not available in secure mode.');
  if (prompt.trim() === '') throw badRequest('Prompt help requires a few words to get started.');
  await takePoints(services, [[promptHelpOfUser, user.id]], 'You are asking for prompt help very fast. Please wait.');
  try {
    return { improvedPrompt: await services.model.improve(prompt, AbortSignal.timeout(patience)) };
  } catch (error) {
    log.warn({ err: error }, 'The model did not improve a prompt.');
    throw new CallError(502, 'Prompt help is not available right now. Please try again.');
  }
});

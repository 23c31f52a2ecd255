import * as calls from '@atrium/shared-kernel/contracts/calls';
import { promptHelpOfUser, consumePoints } from '../../domain/accounts/limits.ts';
import { ownChat } from '../../domain/chats/chats.ts';
import { runSideRequest, textAmounts } from '../../domain/usage/side-request.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** The time limit of the model, in milliseconds. */
const timeout = 30_000;

export default implement(calls.chat.improvePrompt, async (context, { chatId, prompt }) => {
  const { services, user, log } = context;
  const chat = chatId ? await ownChat(services.database.db, user.id, chatId) : undefined;
  if (chat?.secure) throw new DomainError('secure-prompt-help');
  if (prompt.trim() === '') throw new DomainError('prompt-help-without-words');
  await consumePoints(services, [[promptHelpOfUser, user.id]], 'too-many-prompt-helps');
  try {
    const sideRequest = { user: user.id, purpose: 'prompt-help', model: services.sideEntry, timeout, log } as const;
    const improvedPrompt = await runSideRequest(services, { ...sideRequest, ...textAmounts(prompt) }, (...args) =>
      services.model.improve(prompt, ...args),
    );
    // Accepted in place of the draft, an empty prompt would delete it.
    if (improvedPrompt.trim() === '') throw new Error('Its answer was empty or cut off.');
    return { improvedPrompt };
  } catch (error) {
    if (error instanceof DomainError) throw error;
    log.warn({ err: error }, 'The model could not improve a prompt.');
    throw new DomainError('prompt-help-failed');
  }
});

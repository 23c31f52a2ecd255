import * as auth from '@atrium/shared-kernel/contracts/calls/auth';
import * as passkeys from '@atrium/shared-kernel/contracts/calls/passkeys';
import { getUser } from '@atrium/shared-kernel/contracts/calls/session';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { DomainError } from '../domain/domain-error.ts';

/** Calls that ask who is signed in, or say it themselves by a password, a passkey, a provider or a link. */
const identifying: ReadonlySet<CallDef> = new Set<CallDef>([
  getUser,
  ...Object.values(auth).filter((call) => call.access === 'visitor' && call !== auth.logout),
  passkeys.startPasskeyLogin,
  passkeys.finishPasskeyLogin,
]);

/**
 * A page says for whom it was made: a user's id, or `none`. Where somebody else is signed in by now, nothing of it is
 * done or read. Older pages and other programs say nothing.
 */
export const requireSamePerson = (call: CallDef, request: FastifyRequest, viewer: Viewer | undefined): void => {
  const person = request.headers['atrium-person'];
  if (person === undefined || person === (viewer?.id ?? 'none') || identifying.has(call)) return;
  throw new DomainError('other-person');
};

/** Says for whom the answer is: a page may have asked before it knew for whom it is made. */
export const sayPerson = (reply: FastifyReply, viewer: Viewer | undefined): void => {
  reply.header('atrium-person', viewer?.id ?? 'none');
};

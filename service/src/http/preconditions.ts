import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { FastifyRequest, FastifyReply } from 'fastify';
import type { BasedOn } from '../domain/revision.ts';
import { DomainError } from '../domain/domain-error.ts';
import * as auth from '@atrium/shared-kernel/contracts/calls/auth';
import * as passkeys from '@atrium/shared-kernel/contracts/calls/passkeys';
import { getUser } from '@atrium/shared-kernel/contracts/calls/session';
import type { Viewer } from '../domain/accounts/viewer.ts';

/** Calls that ask who is signed in, or sign somebody in by a password, a passkey, a provider or a link. */
const identifying: ReadonlySet<CallDef> = new Set<CallDef>([
  getUser,
  ...Object.values(auth).filter((call) => call.access === 'visitor' && call !== auth.logout),
  passkeys.startPasskeyLogin,
  passkeys.finishPasskeyLogin,
]);

/**
 * A page names the user that it was rendered for in the header `atrium-person`: an id, or `none`. If somebody else has
 * signed in since, its calls are refused. Older pages and other programs send no such header.
 */
export const requireSamePerson = (call: CallDef, request: FastifyRequest, viewer: Viewer | undefined): void => {
  const person = request.headers['atrium-person'];
  if (person === undefined || person === (viewer?.id ?? 'none') || identifying.has(call)) return;
  throw new DomainError('other-person');
};

/** Names the user that the answer is for, because a page may make calls before it knows its user. */
export const setPersonHeader = (reply: FastifyReply, viewer: Viewer | undefined): void => {
  reply.header('atrium-person', viewer?.id ?? 'none');
};

const list = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;

/** The revisions in `If-Match` (RFC 9110, 13.1.1). Weak ones never match; `*` matches any revision, like no header. */
export const basedOn = (call: CallDef, request: FastifyRequest): BasedOn => {
  const header = call.basedOn && request.headers['if-match'];
  if (!header || header.trim() === '*') return undefined;
  if (!list.test(header)) throw new DomainError('invalid-revision');
  const tags = header.matchAll(/(W\/)?"([^"]*)"/g);
  return [...tags].flatMap(([, weak, tag]) => (weak || tag === undefined ? [] : [tag]));
};

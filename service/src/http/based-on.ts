import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { FastifyRequest } from 'fastify';
import type { BasedOn } from '../domain/revision.ts';
import { DomainError } from '../domain/domain-error.ts';

const list = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/;

/** The revisions in `If-Match` (RFC 9110, 13.1.1). Weak ones never match; `*` is any, and so says nothing. */
export const basedOn = (call: CallDef, request: FastifyRequest): BasedOn => {
  const header = call.basedOn && request.headers['if-match'];
  if (!header || header.trim() === '*') return undefined;
  if (!list.test(header)) throw new DomainError('invalid-revision');
  const tags = header.matchAll(/(W\/)?"([^"]*)"/g);
  return [...tags].flatMap(([, weak, tag]) => (weak || tag === undefined ? [] : [tag]));
};

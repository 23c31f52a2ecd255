import * as calls from '@atrium/shared-kernel/contracts/calls';
import { citationsIn } from '@atrium/shared-kernel/markdown/citations';
import { documentFileName } from '../../domain/files/documents.ts';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** How long the link to the document is valid, in seconds. */
const lifetime = 300;
const documentsOfUser = { name: 'documents', points: 20, seconds: 60 } as const;
/** The suggested wait when too many documents are being created, in milliseconds. */
const busyFor = 10_000;
const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export default implement(calls.files.generateDocument, async (context, { type, title, markdown, citations }) => {
  const { services, user } = context;
  await consumePoints(services, [[documentsOfUser, user.id]], 'too-many-documents');
  if (markdown.trim() === '') throw new DomainError('empty-document');
  const order = { type, title: title.trim() || 'Untitled chat', markdown, citations: citationsIn(citations) };
  const made = await services.documents.make(order, user.id);
  if (made.kind === 'failed') {
    if (made.reason === 'busy') throw new DomainError('too-many-documents', { wait: busyFor });
    throw new DomainError(made.reason === 'tooLarge' ? 'document-too-large' : 'document-broken');
  }
  const { key } = await services.objects.put({
    owner: user.id,
    folder: 'documents',
    name: documentFileName(title, type),
    type: types[type],
    content: made.bytes,
  });
  return { url: services.objects.signedGet(key, lifetime) };
});

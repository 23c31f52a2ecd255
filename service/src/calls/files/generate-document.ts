import * as calls from '@atrium/shared-kernel/contracts/calls';
import { citationsIn } from '@atrium/shared-kernel/markdown/citations';
import { consumePoints } from '../../domain/accounts/limits.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** How long the link to the document is valid, in seconds. */
const lifetime = 300;
const documentsOfUser = { name: 'documents', points: 20, seconds: 60 } as const;
/** The suggested wait when too many documents are being created, in milliseconds. */
const busyRetryDelay = 10_000;
const types = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

const maxNameLength = 80;
const notInNames = new RegExp(String.raw`[\u0000-\u001f\u007f<>:"/\\|?*]`, 'g');

/** A file name made from a chat's title that is valid on every system. */
const documentFileName = (title: string, extension: string): string => {
  const plain = title.toWellFormed().replaceAll(notInNames, ' ').replaceAll(/\s+/g, ' ').trim();
  const name = Array.from(plain)
    .slice(0, maxNameLength)
    .join('')
    .replace(/[. ]+$/, '');
  return `${name || 'Untitled chat'}.${extension}`;
};

export default implement(calls.files.generateDocument, async (context, { type, title, markdown, citations }) => {
  const { services, user } = context;
  await consumePoints(services, [[documentsOfUser, user.id]], 'too-many-documents');
  if (markdown.trim() === '') throw new DomainError('empty-document');
  const order = { type, title: title.trim() || 'Untitled chat', markdown, citations: citationsIn(citations) };
  const result = await services.documents.make(order, user.id);
  if (result.kind === 'failed') {
    if (result.reason === 'busy') throw new DomainError('too-many-documents', { wait: busyRetryDelay });
    throw new DomainError(result.reason === 'tooLarge' ? 'document-too-large' : 'document-broken');
  }
  const { key } = await services.objects.put({
    owner: user.id,
    folder: 'documents',
    name: documentFileName(title, type),
    type: types[type],
    content: result.bytes,
  });
  return { url: services.objects.signedGet(key, lifetime) };
});

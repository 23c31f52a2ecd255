import * as z from 'zod/mini';
import type * as calls from '../calls/files.ts';
import { fileProblem, fileProblems } from '../file-notes.ts';
import { fileNotYours, filesTooLarge, roundedUp, tooLargeTogether, unsupportedType } from '../sentences.ts';
import { messages } from '../validation.ts';
import { badRequest, conflict, forbidden, notFound, rateLimited, tooLarge, unprocessable } from './define.ts';
import type { FailsWith } from './fails-with.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of the table
const reasons = Object.keys(fileProblems) as readonly (keyof typeof fileProblems)[];
const reason = () => z.enum(reasons);

export const failures = {
  'not-your-file': forbidden(fileNotYours),
  'files-uploading': badRequest(messages.uploading),
  'files-refused': badRequest(
    ({ files }) => files.map((file) => fileProblem(file.reason, file.name)).join(' '),
    () => z.object({ files: z.array(z.object({ name: z.string(), reason: reason() })) }),
  ),
  'files-too-large': badRequest(
    ({ names }) => filesTooLarge(names),
    () => z.object({ names: z.array(z.string()) }),
  ),
  'files-too-large-together': badRequest(
    ({ bytes }) => tooLargeTogether(roundedUp(bytes)),
    () => z.object({ bytes: z.int() }),
  ),
  'unsupported-file-type': badRequest(unsupportedType),
  'too-many-uploads': rateLimited('You’re uploading too many files. Please wait a moment.'),
  'empty-document': badRequest('There’s nothing to turn into a document.'),
  'too-many-documents': rateLimited('Too many documents at once, please wait.'),
  'document-too-large': unprocessable('This answer is too long for one document.'),
  'document-broken': unprocessable('We couldn’t turn this answer into a document.'),
  'unknown-file': notFound('This file does not exist.'),
  'file-too-large': tooLarge('This file is too large.'),
  'other-file-type': forbidden('This file isn’t of the type it was announced as.'),
  'already-uploaded': conflict('This file has already been uploaded.'),
  'unknown-icon': notFound('This site has no icon.'),
  'too-many-icons': rateLimited('Too many icons at once, please wait.'),
} as const;

/** Codes of every call that accepts files. */
export const attaching = [
  'not-your-file',
  'files-uploading',
  'files-refused',
  'files-too-large',
  'files-too-large-together',
] as const;

export const failsWith = {
  uploadUrl: ['premium-needed', 'unsupported-file-type', 'too-many-uploads'],
  inspectFiles: ['not-your-file', 'too-many-uploads'],
  objectFromPresignedUrl: ['not-your-file'],
  generateDocument: ['empty-document', 'too-many-documents', 'document-too-large', 'document-broken'],
} as const satisfies FailsWith<typeof calls>;

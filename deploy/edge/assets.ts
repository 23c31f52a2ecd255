import { statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { send } from '@fastify/send';
import { contentType } from 'mime-types';
import Negotiator from 'negotiator';
import { forms } from '../release/compressed-forms.ts';
import { filePolicy } from './policy.ts';

/** The compressed forms that a browser accepts, the smallest first. */
export const acceptedForms = (header = ''): typeof forms => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(
    forms.map(({ encoding }) => encoding),
  );
  return forms.filter(({ encoding }) => accepted.includes(encoding));
};

const isFile = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // A name that is too long for a file, for instance.
    return false;
  }
};

/** A worker takes its policy from the response with its script, and no browser shows a script as a page. */
const policyFor = (type: string): Record<string, string> =>
  /^\w+\/javascript\b/.test(type) ? {} : { 'content-security-policy': filePolicy };

/**
 * Sends a file in `root`, in the smallest form that exists and that the browser accepts, and never as a page that could
 * run a script. A library handles ETag, conditional and range requests. Gives false and sends nothing if the file does
 * not exist or is outside of the folder.
 */
export const sendFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  { root, file }: { readonly root: string; readonly file: string },
  headers: Record<string, string>,
): Promise<boolean> => {
  if (file.includes('\0')) return false;
  const form = acceptedForms(request.headers['accept-encoding']).find(({ ending }) =>
    isFile(join(root, file) + ending),
  );
  const answer = await send(request, encodeURI(`/${file}${form?.ending ?? ''}`), {
    root,
    cacheControl: false,
    contentType: false,
    lastModified: false,
    index: false,
  });
  // A failed condition or range is a response about a file that exists.
  const isAnswer = answer.type === 'file' || answer.statusCode === 412 || answer.statusCode === 416;
  if (!isAnswer) return false;
  const hasContent = answer.statusCode === 200 || answer.statusCode === 206;
  const type = contentType(extname(file)) || 'application/octet-stream';
  response.writeHead(answer.statusCode, {
    ...headers,
    // Also without content: a browser keeps the headers of a 304 with the file that it has.
    ...policyFor(type),
    ...answer.headers,
    vary: 'accept-encoding',
    ...(hasContent ? { 'content-type': type } : {}),
    ...(hasContent && form ? { 'content-encoding': form.encoding } : {}),
  });
  await pipeline(answer.stream, response).catch(() => response.destroy());
  return true;
};

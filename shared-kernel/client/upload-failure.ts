import { uploadUrl } from '../contracts/calls/files.ts';
import { unsupportedFiles } from '../contracts/sentences.ts';
import { isFailure, messageOf } from './failure.ts';

/** Says why a file could not be uploaded and names it, because several may be uploading (B8.16, B5.12). */
export const uploadFailure = (error: unknown, name: string): string => {
  if (isFailure(error, uploadUrl, 'unsupported-file-type')) return unsupportedFiles([name]);
  const message = messageOf(error, `Failed to upload file ${name}, please try again.`);
  return message.includes(name) ? message : `${name}: ${message}`;
};

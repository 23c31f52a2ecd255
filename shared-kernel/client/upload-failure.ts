import { uploadUrl } from '../contracts/calls/files.ts';
import { unsupportedFiles } from '../contracts/sentences.ts';
import { isFailure, messageOf } from './failure.ts';

/** Why a file could not be uploaded, in words that name it: several may be on their way (B8.16, B5.12). */
export const uploadFailure = (error: unknown, name: string): string => {
  if (isFailure(error, uploadUrl, 'unsupported-file-type')) return unsupportedFiles([name]);
  const message = messageOf(error, `Failed to upload file ${name}, please try again.`);
  return message.includes(name) ? message : `${name}: ${message}`;
};

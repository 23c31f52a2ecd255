import { upload } from '@atrium/shared-kernel/contracts/constants';
import type { Reason } from '../../ports/extraction.ts';

const megabyte = 1024 * 1024;
const listed = (names: readonly string[]): string => names.join(', ');

/** Why a file was not taken, for the person who sent it; the rules are B5.10 to B5.13. */
const why: Readonly<Record<Reason, (name: string) => string>> = {
  empty: (name) => `“${name}” is empty.`,
  unsupported: (name) => `Invalid file type detected for: ${name}. Please upload supported file types.`,
  legacyOffice: (name) => `“${name}” has an older Office format. Please save it as DOCX, PPTX or XLSX and upload that.`,
  password: (name) => `“${name}” is protected by a password. Please remove the password and upload it again.`,
  broken: (name) => `“${name}” is damaged or incomplete, and cannot be read. Please upload it again.`,
  twoKinds: (name) =>
    `“${name}” is a file of two kinds at once, which is not safe. Please upload the original document.`,
  entities: (name) => `“${name}” defines XML entities of its own, which is not safe. Please upload it without them.`,
  tooMuch: (name) => `“${name}” unpacks to more than can be read. Please split it into smaller files.`,
  tooLong: (name) => `“${name}” takes too long to read. Please split it into smaller files.`,
};

export const cannotRead = (name: string, reason: Reason): string => why[reason](name);
export const notUploaded = (name: string): string => `“${name}” was not uploaded completely. Please upload it again.`;
export const stillUploading = 'Some files are still uploading. Please wait until all uploads are complete.';
export const notYours = 'Failed to authenticate your ownership of this resource.';
export const noSpeech = 'No legible speech detected, please speak clearly and in a quiet environment.';
export const voiceOff = 'Voice notes need a transcription model, which is not set up here.';
export const noNote = 'Failed to upload voice note, please try again.';

export const tooLargeFiles = (names: readonly string[]): string =>
  `File size too large for: ${listed(names)}. Maximum file size is ${upload.perFile / megabyte}MB per file.`;

/** `bytes` of all files together. */
export const tooLargeTogether = (bytes: number): string =>
  `Total attachment size (${(bytes / megabyte).toFixed(1)}MB) exceeds the maximum limit of ${upload.total / megabyte}MB. ` +
  'Please remove some files or upload smaller files.';

import { upload } from './constants.ts';

/** Sentences that answers and screens share, so that none is written twice. Each is loaded only by those who use it. */
export const callFailed = 'An error occurred. Please try again.';
export const alreadySubscribed = 'You already have an active subscription.';
export const fileNotYours = 'Failed to authenticate your ownership of this resource.';
export const notAvailable = 'This part of Atrium is not available yet.';
export const promptHelpNeedsWords = 'Prompt help requires a few words to get started.';
export const pushNotSetUp = 'Notifications are not set up on this installation.';
export const secureExcludesHelp = 'Prompt help is not available in secure mode.';
export const secureExcludesImages = 'Image mode is not available in secure mode.';
export const secureExcludesResearch = 'Deep research is not available in secure mode.';
export const secureForGood = 'Secure mode cannot be turned off once used.';
export const signUpFailed = 'Error trying to sign up, please try again.';
export const subscribeFailed = 'Failed to subscribe, please try again.';
export const unknownCollection = 'This collection does not exist.';
export const unknownMember = 'This person is not a member of the team.';
export const unknownRole = 'This role does not exist.';
export const unsupportedType = 'Please upload supported file types.';
export const voiceNoteFailed = 'Failed to upload voice note, please try again.';

const megabyte = 1024 * 1024;
export const filesTooLarge = (names: readonly string[]): string =>
  `File size too large for: ${names.join(', ')}. Maximum file size is ${upload.perFile / megabyte}MB per file.`;
export const emptyFiles = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is empty.` : `These files are empty: ${names.join(', ')}.`;
export const unsupportedFiles = (names: readonly string[]): string =>
  `Invalid file type detected for: ${names.join(', ')}. ${unsupportedType}`;
/** Bytes in megabytes, rounded up: a size above a limit never reads as the limit. */
export const roundedUp = (bytes: number): string => String(Math.ceil((bytes / megabyte) * 100) / 100);
/** `size` is in megabytes, as shown to the reader. */
export const tooLargeTogether = (size: string): string =>
  `Total attachment size (${size}MB) exceeds the maximum limit of ${upload.total / megabyte}MB. Please remove some files or upload smaller files.`;

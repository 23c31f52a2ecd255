import { expect, test } from 'vitest';
import * as sentences from './sentences.ts';

test('the sentences that answers and screens share are the words of the specification', () => {
  const { filesTooLarge, unsupportedFiles, tooLargeTogether } = sentences;
  expect(sentences).toMatchObject({
    callFailed: 'An error occurred. Please try again.',
    alreadySubscribed: 'You already have an active subscription.',
    changeEmailFailed: 'Error trying to change email, please try again.',
    changeLinkSent: 'An email has been sent to the new address. Please confirm by clicking the link received.',
    copiedToClipboard: 'Copied to clipboard.',
    deviceOffline: 'Your device is offline. Please try again when the connection is restored.',
    errorTryAgain: 'Error, please try again.',
    fileNotYours: 'Failed to authenticate your ownership of this resource.',
    getFailed: 'Error getting from api.',
    infoUpdated: 'Successfully updated info.',
    locationFailed: 'Failed to verify your location, please reload the page.',
    notAvailable: 'This part of Atrium is not available yet.',
    postFailed: 'Error posting to api.',
    promptHelpNeedsWords: 'Prompt help requires a few words to get started.',
    secureExcludesHelp: 'Prompt help is not available in secure mode.',
    secureExcludesImages: 'Image mode is not available in secure mode.',
    secureExcludesResearch: 'Deep research is not available in secure mode.',
    secureForGood: 'Secure mode cannot be turned off once used.',
    sharedChatFailed: 'Failed to get shared chat.',
    signUpFailed: 'Error trying to sign up, please try again.',
    subscribeFailed: 'Failed to subscribe, please try again.',
    unknownCollection: 'This collection does not exist.',
    unknownMember: 'This person is not a member of the team.',
    unknownRole: 'This role does not exist.',
    unsupportedType: 'Please upload supported file types.',
    voiceNoteFailed: 'Failed to upload voice note, please try again.',
  });
  expect(filesTooLarge(['a', 'b'])).toBe('File size too large for: a, b. Maximum file size is 100MB per file.');
  expect(unsupportedFiles(['a', 'b'])).toBe(
    'Invalid file type detected for: a, b. Please upload supported file types.',
  );
  expect(tooLargeTogether('100.5')).toBe(
    'Total attachment size (100.5MB) exceeds the maximum limit of 100MB. Please remove some files or upload smaller files.',
  );
});

import {
  secureExcludesImages,
  secureExcludesResearch,
  secureExcludesVoice,
  secureForGood,
  voiceNoteFailed,
} from '../sentences.ts';
import { badGateway, badRequest, conflict, decisive, forbidden, tooLarge, unsupported } from './define.ts';

/** Failures of a sent message that come from its mode or its voice note. */
export const failures = {
  'research-not-set-up': badRequest('Deep research is not set up here.'),
  'image-not-set-up': badRequest('Image mode needs an image model, which is not set up here.'),
  'secure-not-set-up': badRequest('Secure mode needs a private model, which is not set up here.'),
  'interview-not-set-up': badRequest('Building an agent with a guide is not set up here.'),
  'modes-while-building': badRequest('Modes aren’t available while you build an agent.'),
  'secure-for-admins': forbidden('Only admins can use secure mode.'),
  'secure-excludes-research': badRequest(secureExcludesResearch),
  'secure-excludes-images': badRequest(secureExcludesImages),
  'research-excludes-images': badRequest('Deep research and image mode cannot be used together.'),
  'secure-for-good': badRequest(secureForGood),
  'chat-still-answering': conflict('An answer in this chat is still being written. Stop it, or wait until it’s done.'),
  'secure-excludes-voice': badRequest(secureExcludesVoice),
  'voice-off': decisive(badRequest('Voice notes need a transcription model, which is not set up here.')),
  'no-speech': badRequest('No legible speech detected, please speak clearly and in a quiet environment.'),
  'voice-note-not-uploaded': conflict(voiceNoteFailed),
  'voice-note-too-long': tooLarge('This voice note is too long. Please record a shorter one.'),
  'voice-note-unreadable': unsupported(voiceNoteFailed),
  'transcription-failed': badGateway(voiceNoteFailed),
} as const;

export const modes = [
  'research-not-set-up',
  'image-not-set-up',
  'secure-not-set-up',
  'interview-not-set-up',
  'modes-while-building',
  'secure-for-admins',
  'secure-excludes-research',
  'secure-excludes-images',
  'research-excludes-images',
  'secure-for-good',
  'chat-still-answering',
] as const;

export const voice = [
  'secure-excludes-voice',
  'voice-off',
  'no-speech',
  'voice-note-not-uploaded',
  'voice-note-too-long',
  'voice-note-unreadable',
  'transcription-failed',
] as const;

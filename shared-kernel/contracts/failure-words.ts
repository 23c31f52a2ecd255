/**
 * Sentences for the reasons why a model did not answer. New reasons may be added, which older readers do not explain.
 */
const sentences = {
  busy: 'The model is busy. Wait a few minutes, then try again.',
  refused: 'The model’s provider refused this message. Try to word it differently.',
  'too-long': 'This chat is too long for the model. Send a shorter message or start a new chat.',
  'picture-too-large': 'The picture is too large to keep. Ask for a smaller one.',
  unreachable: 'The model couldn’t be reached, or it stopped answering.',
  misconfigured: 'The model isn’t set up correctly. Let the people who run this site know.',
} as const;

export type ReplyFailure = keyof typeof sentences;

/** The sentence of a reason; undefined for one that this version does not know. */
export const failureWords = (failure: string | undefined): string | undefined =>
  failure === undefined ? undefined : (sentences as Readonly<Record<string, string>>)[failure];

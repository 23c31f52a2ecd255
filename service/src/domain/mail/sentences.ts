/** Sentences of more than one email. */
export const confirmWithOneClick = 'Confirm your account’s email address with one click.';
export const accountReady =
  'Your account is ready. Ask a question and watch the answer appear, or upload a document and ask about it.';
export const nothingToDo = 'If this was you, there’s nothing to do.';

/** Why an email was sent to an address. */
export const reasons = {
  created: (to: string): string => `You’re getting this email because an Atrium account was created with ${to}.`,
  left: (to: string): string =>
    `You’re getting this email because ${to} was the address of an Atrium account until now.`,
  security: (to: string): string =>
    `You’re getting this email because it’s about the security of the Atrium account for ${to}.`,
} as const;

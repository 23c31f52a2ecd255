/** Sentences of more than one email, or of an email and the page. */
export const confirmWithOneClick = 'Confirm your account’s email address with one click.';
export const accountReady =
  'Your account is ready. Ask a question and watch the answer appear, or upload a document and ask about it.';
/** What a user reads after a new password removed the other ways into an account whose address was unconfirmed. */
export const otherWaysRemoved =
  'Because this email address had not been confirmed, all passkeys and sign-in providers were removed. Add them again in your settings under Account.';
export const nothingToDo = 'If this was you, there’s nothing to do.';

/** Why an email was sent to an address. */
export const reasons = {
  created: (to: string): string => `You’re getting this email because an Atrium account was created with ${to}.`,
  left: (to: string): string =>
    `You’re getting this email because ${to} was the address of an Atrium account until now.`,
  security: (to: string): string =>
    `You’re getting this email because it’s about the security of the Atrium account for ${to}.`,
} as const;

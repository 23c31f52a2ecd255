/** The texts that a new chat starts with. */
export const greeting = (firstName?: string): string =>
  firstName ? `How can I help, ${firstName}?` : 'How can I help?';
export const invitation = 'Ask, draft, compare, decide.';

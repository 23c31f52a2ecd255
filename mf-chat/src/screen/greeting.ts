/** What a new chat begins with, in words. */
export const greeting = (firstName?: string): string =>
  firstName ? `How can I help, ${firstName}?` : 'How can I help?';
export const invitation = 'Ask, draft, compare, decide.';

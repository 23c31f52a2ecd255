/** The texts that a new chat starts with. */
export const greeting = (): string => 'How can I help?';
export const invitation = 'Ask, draft, compare, decide.';

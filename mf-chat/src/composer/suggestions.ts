/** Eight placeholders of the composer; each visit shows one of them (B2.14). */
export const suggestions = [
  'Ask anything',
  'Plan a week in Lisbon with two children',
  'Explain this contract clause in plain language',
  'Draft a reply to a difficult email',
  'Compare three ways to store energy',
  'Turn my notes into an outline',
  'Find the mistake in this function',
  'Help me prepare for an interview',
] as const;

/** `random` in 0 to 1. */
export const suggestion = (random: number): string =>
  suggestions[Math.floor(random * suggestions.length)] ?? suggestions[0];

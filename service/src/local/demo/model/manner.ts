const manners = new Map([
  ['curious', 'look beyond your question'],
  ['precise', 'keep to the facts'],
  ['relaxed', 'take it easy'],
]);

/** The name by which the demo model is told to address the person; empty where it is told none. */
export const nameIn = (system: string): string => /^You talk with ([^\n]*)\.$/m.exec(system)?.[1] ?? '';

/** What the demo model says of the manner and the language that it is told, so that one sees that it was; else nothing. */
export const inManner = (system: string): string => {
  const [, manner = ''] = /^Be (curious|precise|relaxed)\b/m.exec(system) ?? [];
  const [, spelling = ''] = /^In English use (\w+) spelling\.$/m.exec(system) ?? [];
  const parts = [manners.get(manner) ?? '', spelling === '' ? '' : `write ${spelling} English`].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? '' : `*I ${parts.join(' and ')}.*\n\n`;
};

/** Characters of an instruction that are shown. */
const shown = 160;

export const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>|#!]/g, '\\$&');

/** Repeats which agent the request asks for, to show that the instruction arrived. */
export const asAgent = (system: string): string => {
  const [, title = '', instruction = ''] =
    /You act as the agent “([^\n]*)”(?: with this instruction:\n([\s\S]{0,2000}))?/.exec(system) ?? [];
  if (title === '') return '';
  const line = instruction.replaceAll(/\s+/g, ' ').trim();
  const beginning =
    line.length > shown
      ? `${line
          .slice(0, shown)
          .toWellFormed()
          .replace(/\s+\S*$/, '')}…`
      : line;
  const instructed = beginning === '' ? '' : `, which is told: “${plain(beginning)}”`;
  return `*I answer as the agent “${plain(title)}”${instructed}*\n\n`;
};

const tones = new Map([
  ['curious', 'look beyond your question'],
  ['precise', 'keep to the facts'],
  ['relaxed', 'take it easy'],
]);

/** The user's name in the request; empty if there is none. */
export const nameIn = (system: string): string => /^You talk with ([^\n]*)\.$/m.exec(system)?.[1] ?? '';

/** Repeats the tone and spelling that the request asks for, to show that they arrived. */
export const inTone = (system: string): string => {
  const [, tone = ''] = /^Be (curious|precise|relaxed)\b/m.exec(system) ?? [];
  const [, spelling = ''] = /^In English use (\w+) spelling\.$/m.exec(system) ?? [];
  const parts = [tones.get(tone) ?? '', spelling === '' ? '' : `write ${spelling} English`].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? '' : `*I ${parts.join(' and ')}.*\n\n`;
};

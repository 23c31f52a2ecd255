/** Characters of an instruction that are shown. */
const shown = 160;

export const plain = (text: string) => text.replaceAll(/[\\`*_[\]<>|#!]/g, '\\$&');

/** What the demo model says of the agent that it is told to be, so that one sees that the model was told; else nothing. */
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
  const told = beginning === '' ? '' : `, which is told: “${plain(beginning)}”`;
  return `*I answer as the agent “${plain(title)}”${told}*\n\n`;
};

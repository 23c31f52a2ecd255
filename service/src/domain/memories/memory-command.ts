const command = /^(?:please,?\s+|can you\s+|could you\s+)?remember(?:\s+|:\s*)(?:that\s+)?(?<what>.{3,500}?)[\s.!?]*$/i;
const longestLine = 600;

/** What a prompt's first line asks to be remembered: “Remember that I like tea.”; undefined where it asks for nothing. */
export const memoryIn = (prompt: string): string | undefined => {
  const line = prompt.trimStart().slice(0, longestLine).split('\n', 1)[0] ?? '';
  const what = command.exec(line)?.groups?.['what']?.trim();
  return what === undefined ? undefined : what[0]!.toUpperCase() + what.slice(1);
};

interface Artifact {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly content: string;
}

/** The most backticks in a row; at least 2. A document may have too many runs of them to be the arguments of a function. */
const longestTicks = (content: string): number => {
  let longest = 2;
  for (const [ticks] of content.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
};

/** A document or program that stood next to the conversation, as Markdown. It becomes part of the answer here. */
export const artifactText = ({ title, language = '', content }: Artifact): string => {
  const fence = '`'.repeat(longestTicks(content) + 1);
  return `${title ? `**${title}**\n\n` : ''}${fence}${language}\n${content}\n${fence}`;
};

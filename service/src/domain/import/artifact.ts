interface Artifact {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly content: string;
}

/** A document or program that stood next to the conversation, as Markdown. It becomes part of the answer here. */
export const artifactText = ({ title, language = '', content }: Artifact): string => {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${title ? `**${title}**\n\n` : ''}${fence}${language}\n${content}\n${fence}`;
};

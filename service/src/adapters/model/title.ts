const opening =
  /^(?:(?:please|hey|hi|hello|ok|so)[,!.]?\s+|(?:can|could|would|will) you\s+|(?:i (?:want|need|would like)(?: you)? to|help me(?: to)?|show me|give me|tell me(?: about)?|write me|explain)\s+)+/i;
const words = 6;
const longest = 60;

/** A title made of the prompt's own first words, for models that cannot be asked for one. */
export const titleFrom = (prompt: string): string => {
  const line = prompt
    .replaceAll(/[`*_#>|[\]{}<]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const kept = (line.replace(opening, '') || line).split(' ').slice(0, words).join(' ');
  const title = kept
    .slice(0, longest)
    .replace(/[\s.,;:!?–-]+$/u, '')
    .trim();
  return title === '' ? '' : title[0]!.toUpperCase() + title.slice(1);
};

/** A model's answer to the wish for a title: one line, without quotes, markup or a label before it. */
export const cleanTitle = (answer: string): string =>
  (answer.trim().split('\n')[0] ?? '')
    .replace(/^(?:title\s*:|#+)\s*/i, '')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/^["'“‘«\s]+|["'”’»\s.]+$/g, '')
    .slice(0, 100);

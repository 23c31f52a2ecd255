/** Texts like those of models, the same in each run. */
const words =
  'the a model answer of that with time from system when value between each small result about first because where change every other while point after large under through before state order right might kind level'.split(
    ' ',
  );

const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const sentenceOf = (next: (below: number) => number, length: number, marked = true): string => {
  const picked = Array.from({ length }, () => words[next(words.length)] ?? '');
  if (marked && next(3) === 0) picked[1] = `**${picked[1]}**`;
  if (marked && next(5) === 0) picked[3] = `\`${picked[3]}()\``;
  if (marked && next(7) === 0) picked[4] = `[${picked[4]}](https://site${next(9)}.test/page)`;
  const text = picked.join(' ');
  return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
};

const paragraph = (next: (below: number) => number, sentences = 4) =>
  Array.from({ length: sentences }, () => sentenceOf(next, 12)).join(' ');

const code = (next: (below: number) => number, lines: number) =>
  Array.from(
    { length: lines },
    (_, at) =>
      `${at % 6 === 0 ? 'export ' : '  '}const value${at} = compute(${next(99)}, "${words[next(40)]}"); // ${at}`,
  ).join('\n');

const kinds = [
  (next: (below: number) => number) => `## ${sentenceOf(next, 5, false).slice(0, -1)}`,
  paragraph,
  (next: (below: number) => number) =>
    Array.from({ length: 5 }, (_, at) => `${at + 1}. ${sentenceOf(next, 11)}`).join('\n'),
  paragraph,
  (next: (below: number) => number) => `\`\`\`tsx\n${code(next, 12)}\n\`\`\``,
  paragraph,
  (next: (below: number) => number) => Array.from({ length: 4 }, () => `- ${sentenceOf(next, 9)}`).join('\n'),
  (next: (below: number) => number) =>
    ['| Name | Value | Note |', '| --- | ---: | --- |']
      .concat(Array.from({ length: 4 }, (_, at) => `| row ${at} | ${next(999)} | ${sentenceOf(next, 4, false)} |`))
      .join('\n'),
  (next: (below: number) => number) => `> ${sentenceOf(next, 14)}`,
];

/** Four characters per token, as models have on average in English text. */
export const charactersPerToken = 4;

/** An answer of paragraphs, lists, code, tables and quotes. */
export const mixed = (tokens: number): string => {
  const next = numbers(42);
  let text = '';
  for (let at = 0; text.length < tokens * charactersPerToken; at += 1)
    text += `${kinds[at % kinds.length]?.(next)}\n\n`;
  return text.slice(0, tokens * charactersPerToken);
};

/** Paragraphs without any markup, so that every character is shown. */
export const unmarked = (tokens: number): string => {
  const next = numbers(11);
  let text = '';
  while (text.length < tokens * charactersPerToken)
    text += `${Array.from({ length: 4 }, () => sentenceOf(next, 12, false)).join(' ')}\n\n`;
  return text.slice(0, tokens * charactersPerToken);
};

export const oneParagraph = (characters: number): string => {
  const next = numbers(7);
  let text = '';
  while (text.length < characters) text += `${paragraph(next)} `;
  return text.slice(0, characters);
};

export const oneCodeBlock = (characters: number): string => {
  const text = code(numbers(7), Math.ceil(characters / 40)).slice(0, characters);
  return `\`\`\`tsx\n${text}\n\`\`\``;
};

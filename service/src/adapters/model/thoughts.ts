import type { ModelEvent } from '../../ports/model.ts';

type ThoughtEvent = Extract<ModelEvent, { type: 'thinking' | 'thought' }>;

/** Splits text into paragraphs. A blank line inside a code block does not end one. */
const paragraphsOf = (text: string): string[] => {
  const paragraphs: string[] = [];
  for (const part of text.split(/\n{2,}/)) {
    const last = paragraphs.at(-1);
    const inCode = last !== undefined && (last.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
    if (inCode) paragraphs[paragraphs.length - 1] = `${last}\n\n${part}`;
    else paragraphs.push(part);
  }
  return paragraphs;
};

/**
 * Passes reasoning on as it arrives. Once a paragraph is complete, it is emitted as a `thought` that replaces its
 * pieces.
 */
export const thoughtSplitter = () => {
  let open = '';
  /** Characters of `open` that were emitted. */
  let passed = 0;
  const whole = (paragraphs: readonly string[]): ThoughtEvent[] =>
    paragraphs.map((text) => ({ type: 'thought' as const, text: text.trim() })).filter(({ text }) => text !== '');
  return {
    push(fragment: string): ThoughtEvent[] {
      const paragraphs = paragraphsOf(open + fragment);
      const last = paragraphs.pop() ?? '';
      if (paragraphs.length > 0) passed = 0;
      open = passed === 0 ? last.trimStart() : last;
      const piece = open.slice(passed);
      passed = open.length;
      return [...whole(paragraphs), ...(piece === '' ? [] : [{ type: 'thinking' as const, text: piece }])];
    },
    end(): ThoughtEvent[] {
      const last = open;
      open = '';
      passed = 0;
      return whole([last]);
    },
  };
};

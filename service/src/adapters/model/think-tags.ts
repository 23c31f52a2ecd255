const opening = '<think>';
const closing = '</think>';

export interface AnswerPart {
  readonly kind: 'thought' | 'text';
  readonly text: string;
}

/** How many characters at the end of `text` may be the beginning of `tag`. */
const begunAt = (text: string, tag: string): number => {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
};

/**
 * Tells thoughts from text where a model writes `<think>…</think>` at the beginning of its answer. A tag may be split
 * over pieces, and one that never closes makes everything a thought. Elsewhere the tag is text.
 */
export const thinkTags = () => {
  let state: 'start' | 'thought' | 'gap' | 'text' = 'start';
  /** What may still turn out to be a tag. */
  let held = '';

  const push = (piece: string): AnswerPart[] => {
    if (state === 'text') return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const text = held + piece;
    held = '';
    if (state === 'thought') {
      const end = text.indexOf(closing);
      const thought = end === -1 ? text.slice(0, text.length - begunAt(text, closing)) : text.slice(0, end);
      if (end === -1) held = text.slice(thought.length);
      else state = 'gap';
      const rest = end === -1 ? [] : push(text.slice(end + closing.length));
      return [...(thought === '' ? [] : [{ kind: 'thought' as const, text: thought }]), ...rest];
    }
    const begun = text.trimStart();
    if (state === 'start' && opening.startsWith(begun)) {
      held = text;
      return [];
    }
    if (state === 'start' && begun.startsWith(opening)) {
      state = 'thought';
      return push(begun.slice(opening.length));
    }
    // The lines between the thoughts and the answer belong to neither.
    if (state === 'gap' && begun === '') return [];
    const answer = state === 'gap' ? begun : text;
    state = 'text';
    return push(answer);
  };

  return {
    push,
    /** What was held back as a possible tag and is none. */
    end(): AnswerPart[] {
      const last = held;
      held = '';
      return last === '' ? [] : [{ kind: state === 'thought' ? 'thought' : 'text', text: last }];
    },
  };
};

/** The answer without what the model thought before it. */
export const withoutThoughts = (answer: string): string => {
  const tags = thinkTags();
  return [...tags.push(answer), ...tags.end()].map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
};

const opening = '<think>';
const closing = '</think>';

export interface AnswerPart {
  readonly kind: 'thought' | 'text';
  readonly text: string;
}

/** How many characters at the end of `text` may be the start of `tag`. */
const partialTag = (text: string, tag: string): number => {
  for (let length = Math.min(text.length, tag.length - 1); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
};

/**
 * Separates reasoning from text if a model writes `<think>…</think>` at the start of its answer. A tag may be split
 * over pieces, and one that never closes makes everything reasoning. Anywhere else the tag is text.
 */
export const thinkTags = () => {
  let state: 'start' | 'thought' | 'gap' | 'text' = 'start';
  /** What may still turn out to be a tag. */
  let held = '';
  /** Blank space before the answer. It only grows: reading it would copy all of it for every piece. */
  let blank = '';

  const push = (piece: string): AnswerPart[] => {
    if (state === 'text') return piece === '' ? [] : [{ kind: 'text', text: piece }];
    const text = held + piece;
    held = '';
    if (state === 'thought') {
      const end = text.indexOf(closing);
      const thought = end === -1 ? text.slice(0, text.length - partialTag(text, closing)) : text.slice(0, end);
      if (end === -1) held = text.slice(thought.length);
      else state = 'gap';
      const after = end === -1 ? [] : push(text.slice(end + closing.length));
      return [...(thought === '' ? [] : [{ kind: 'thought' as const, text: thought }]), ...after];
    }
    const trimmed = text.trimStart();
    if (state === 'start' && trimmed === '') {
      blank += text;
      return [];
    }
    if (state === 'start' && opening.startsWith(trimmed)) {
      held = text;
      return [];
    }
    if (state === 'start' && trimmed.startsWith(opening)) {
      state = 'thought';
      blank = '';
      return push(trimmed.slice(opening.length));
    }
    // Blank lines between the reasoning and the answer belong to neither.
    if (state === 'gap' && trimmed === '') return [];
    const answer = state === 'gap' ? trimmed : blank + text;
    blank = '';
    state = 'text';
    return push(answer);
  };

  return {
    push,
    /** The text that was held back as a possible tag but is none. */
    end(): AnswerPart[] {
      const last = blank + held;
      blank = '';
      held = '';
      return last === '' ? [] : [{ kind: state === 'thought' ? 'thought' : 'text', text: last }];
    },
  };
};

/** The answer without the reasoning before it. */
export const withoutThoughts = (answer: string): string => {
  const tags = thinkTags();
  return [...tags.push(answer), ...tags.end()].map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
};

import type { ModelEvent } from '../../ports/model.ts';

type Thought = Extract<ModelEvent, { type: 'thought' }>;

/** Reasoning comes in fragments; a thought is a paragraph of it, told once it is whole. */
export const thoughtSplitter = () => {
  let open = '';
  const whole = (paragraphs: string[]): Thought[] =>
    paragraphs.map((text) => ({ type: 'thought' as const, text: text.trim() })).filter(({ text }) => text !== '');
  return {
    push(fragment: string): Thought[] {
      const paragraphs = (open + fragment).split(/\n{2,}/);
      open = paragraphs.pop() ?? '';
      return whole(paragraphs);
    },
    end(): Thought[] {
      const last = open;
      open = '';
      return whole([last]);
    },
  };
};

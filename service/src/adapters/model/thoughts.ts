import type { ModelEvent } from '../../ports/model.ts';

type ThoughtEvent = Extract<ModelEvent, { type: 'thinking' | 'thought' }>;

/** The beginning of a line that opens or closes a code block. */
const fence = /^\s*```/;

const whole = (paragraph: string): ThoughtEvent[] => {
  const text = paragraph.trim();
  return text === '' ? [] : [{ type: 'thought', text }];
};

/**
 * Passes reasoning on as it arrives. Once a paragraph is complete, it is emitted as a `thought` that replaces its
 * pieces. A blank line ends a paragraph, but not inside a code block. Each line is looked at once, because a code block
 * that never closes makes one paragraph of all that follows.
 */
export const thoughtSplitter = () => {
  /** The paragraph so far. It only grows: reading it would copy all of it for every fragment. */
  let open = '';
  /** Its last line so far. */
  let line = '';
  let inCode = false;
  const close = (): ThoughtEvent[] => {
    const thought = whole(open);
    open = '';
    line = '';
    inCode = false;
    return thought;
  };
  return {
    push(fragment: string): ThoughtEvent[] {
      const thoughts: ThoughtEvent[] = [];
      let piece = '';
      const add = (text: string) => {
        open += text;
        piece += text;
      };
      const endLine = () => {
        if (open === '') return;
        if (line === '' && !inCode) {
          thoughts.push(...close());
          piece = '';
          return;
        }
        if (fence.test(line)) inCode = !inCode;
        line = '';
        add('\n');
      };
      for (const [index, part] of fragment.split('\n').entries()) {
        if (index > 0) endLine();
        const text = open === '' ? part.trimStart() : part;
        line += text;
        add(text);
      }
      return piece === '' ? thoughts : [...thoughts, { type: 'thinking', text: piece }];
    },
    end: close,
  };
};

import type { ModelEvent } from '../../ports/model.ts';
import { type AnswerPart, thinkTags } from './think-tags.ts';
import { thoughtSplitter } from './thoughts.ts';

/** A piece of an answer, or the whole answer if it is not streamed. */
export interface AnswerPiece {
  readonly content?: string | readonly { readonly type?: string; readonly text?: string }[] | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly refusal?: string | null;
}

const textOf = ({ content, refusal }: AnswerPiece): string =>
  (typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('')) + (refusal ?? '');

/** Separates text from reasoning, which is in a field of its own or in tags at the start of the text. */
export const answerReader = () => {
  const thoughts = thoughtSplitter();
  const tags = thinkTags();
  const events = function* (parts: readonly AnswerPart[]): Generator<ModelEvent> {
    for (const { kind, text } of parts) {
      if (kind === 'thought') {
        yield* thoughts.push(text);
        continue;
      }
      yield* thoughts.end();
      yield { type: 'text', text };
    }
  };
  return {
    *push(piece: AnswerPiece): Generator<ModelEvent> {
      const reasoning = piece.reasoning_content ?? piece.reasoning;
      if (reasoning) yield* thoughts.push(reasoning);
      yield* events(tags.push(textOf(piece)));
    },
    *end(): Generator<ModelEvent> {
      yield* events(tags.end());
      yield* thoughts.end();
    },
  };
};

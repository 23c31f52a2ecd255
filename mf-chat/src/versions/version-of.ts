import type { LiveMessage } from '../reply/reply.ts';

/** What has versions: other answers to the same question, or other questions. */
export type Versioned = 'answer' | 'question';

type Versions = Pick<LiveMessage, '_id' | 'versions' | 'questions'>;

/** The versions before and after a message, and its position among them. Undefined if it is the only one. */
export const versionOf = ({ _id, versions = [], questions }: Versions, of: Versioned) => {
  // A version that is being written has no id yet, and is the newest.
  const all = versions.includes(_id) ? versions : [...versions, _id];
  // Earlier services do not say which question each of them answers.
  const questionOf = questions?.length === all.length ? questions : all.map(() => '');
  const own = questionOf[all.indexOf(_id)];
  const others =
    of === 'answer'
      ? all.filter((_, at) => questionOf[at] === own)
      : // For another question, its newest answer is shown.
        [...new Set(questionOf)].map((one) => (one === own ? _id : all[questionOf.lastIndexOf(one)]));
  const at = others.indexOf(_id);
  return others.length < 2
    ? undefined
    : { number: at + 1, count: others.length, previous: others[at - 1], next: others[at + 1] };
};

/**
 * The id under which the prompt of a message is being edited: its own, or that of another version whose place it has
 * taken on the screen since. While an edited prompt is being sent, the message with it is shown, and not its editor.
 */
export const editedId = (
  { _id, versions = [], sendId, prompt }: Pick<LiveMessage, '_id' | 'versions' | 'sendId' | 'prompt'>,
  edits: ReadonlyMap<string, string>,
): string | undefined =>
  edits.has(_id) ? _id : versions.find((id) => edits.has(id) && !(sendId !== undefined && edits.get(id) === prompt));

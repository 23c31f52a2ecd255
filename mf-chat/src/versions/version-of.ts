import type { LiveMessage } from '../reply/reply.ts';

/** What there are versions of: other answers to the same question, or other questions. */
export type Versioned = 'answer' | 'question';

type Versions = Pick<LiveMessage, '_id' | 'versions' | 'questions'>;

/** The version before or after a message, and where it stands among them; undefined where it is the only one. */
export const versionOf = ({ _id, versions = [], questions }: Versions, of: Versioned) => {
  // A version that is on its way has no id yet: it is the newest.
  const all = versions.includes(_id) ? versions : [...versions, _id];
  // A service of before does not say what each of them asks.
  const asked = questions?.length === all.length ? questions : all.map(() => '');
  const own = asked[all.indexOf(_id)];
  const others =
    of === 'answer'
      ? all.filter((_, at) => asked[at] === own)
      : // Of another question the newest answer is shown.
        [...new Set(asked)].map((one) => (one === own ? _id : all[asked.lastIndexOf(one)]));
  const at = others.indexOf(_id);
  return others.length < 2
    ? undefined
    : { number: at + 1, count: others.length, previous: others[at - 1], next: others[at + 1] };
};

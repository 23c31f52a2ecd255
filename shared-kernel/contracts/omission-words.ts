import type { Omission } from './entities/omission.ts';

const tooLong = 'there is more than the model can read at once';
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** “a”, “b” and 3 more, or 3 files. */
const listed = ({ names = [], count = names.length }: Omission): string => {
  if (names.length === 0) return counted(count, 'file');
  const quoted = names.map((name) => `“${name}”`);
  const more = count > names.length ? [`${count - names.length} more`] : [];
  return new Intl.ListFormat('en-US').format([...quoted, ...more]);
};
const were = ({ names = [], count = names.length }: Omission): string => (count === 1 ? 'was' : 'were');

type Sentence = (omission: Omission, timeOf: (instant: string) => string) => string;

const sentences: Readonly<Record<string, Sentence>> = {
  'prompt-cut': () => `The middle of your message was left out: ${tooLong}.`,
  'prompt-end-cut': () => `The end of your message was left out: ${tooLong}.`,
  'message-cut': ({ at = '' }, timeOf) => `The middle of your message from ${timeOf(at)} was left out: ${tooLong}.`,
  'answer-cut': ({ at = '' }, timeOf) =>
    `The middle of the answer to your message from ${timeOf(at)} was left out: ${tooLong}.`,
  'messages-left-out': ({ count = 1 }) =>
    `The first ${count === 1 ? 'message of this chat was' : `${count} messages of this chat were`} not sent to the model.`,
  'messages-summarized': ({ count = 1 }) =>
    `The first ${count === 1 ? 'message of this chat was' : `${count} messages of this chat were`} sent to the model as a summary.`,
  'more-left-out': ({ count = 1 }) =>
    `${count === 1 ? 'One more message was' : `${count} more messages were`} not sent to the model.`,
  'unanswered-left-out': ({ count = 1 }) =>
    count === 1
      ? 'An earlier message without a finished answer was not sent to the model.'
      : `${count} earlier messages without a finished answer were not sent to the model.`,
  'instruction-cut': () => `The middle of the agent’s instructions was left out: ${tooLong}.`,
  'collection-instruction-cut': () => `The middle of the collection’s instructions was left out: ${tooLong}.`,
  'memories-left-out': ({ count = 1 }) =>
    `${count === 1 ? 'Your oldest memory was' : `Your ${count} oldest memories were`} not sent to the model.`,
  'files-cut': (omission) => `Only parts of ${listed(omission)} were sent: ${tooLong}.`,
  'files-in-parts': (omission) => `Read in parts: ${listed(omission)}.`,
  'files-left-out': (omission) => `${listed(omission)} ${were(omission)} not sent to the model.`,
  'earlier-files-left-out': ({ count = 1 }) =>
    `${counted(count, 'older file')} in this chat ${count === 1 ? 'was' : 'were'} not sent to the model.`,
  'files-empty': (omission) =>
    `The model got no text from ${listed(omission)}: ${were(omission) === 'was' ? 'it may be a scan' : 'they may be scans'}.`,
  'pages-empty': ({ pages = '', ...file }) =>
    /^\d+$/.test(pages)
      ? `The model got no text from page ${pages} of ${listed(file)}: it may be a scan.`
      : `The model got no text from pages ${pages} of ${listed(file)}: they may be scans.`,
  'files-not-imported': (omission) => `${listed(omission)} ${were(omission)} not imported.`,
  'agent-files-cut': () => `Not all of the agent’s files were sent: ${tooLong}.`,
  'agent-files-empty': ({ count = 1 }) =>
    `The model got no text from ${counted(count, 'file')} of the agent: ${count === 1 ? 'it may be a scan' : 'they may be scans'}.`,
  'pictures-refused': () => 'The model didn’t accept your pictures and answered without seeing them.',
  'pictures-off': () => 'This model can’t read pictures and answered without seeing them.',
  'sources-cut': ({ count = 1 }) => `Only the relevant parts of ${counted(count, 'source')} were read: ${tooLong}.`,
  'question-cut': () => 'The searches were based on the beginning and the end of your message.',
  'model-replaced': ({ names = [] }) => `“${names[0]}” couldn’t answer, so “${names[1]}” did.`,
  'answer-ended': () => 'This answer ended early: the model reached its longest possible answer.',
  'answer-filtered': () => 'This answer was cut off by the model provider’s content filter.',
};

/** A sentence about what was left out. `timeOf` formats a time for the reader. */
export const omissionWords = (omission: Omission, timeOf: (instant: string) => string): string =>
  sentences[omission.kind]?.(omission, timeOf) ?? 'Not everything in this chat was sent to the model.';

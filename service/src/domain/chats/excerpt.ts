/** The approximate length of a passage, in characters. */
const passageLength = 1500;
/** The part of the room that is reserved for the beginning of the text. */
const beginning = 0.25;
/** Words are compared by their first characters, because their endings vary. */
const stemLength = 6;
const gap = '[…]';

interface Passage {
  readonly index: number;
  readonly text: string;
}

const pageMark = /^\[Page \d+\]$/gm;

/** Splits the text into passages that end at a line break where possible. Each states which page it is from. */
const passagesOf = (text: string): Passage[] => {
  const passages: Passage[] = [];
  let page = '';
  for (let start = 0; start < text.length;) {
    const line = text.indexOf('\n', start + passageLength);
    const end = line === -1 || line > start + 2 * passageLength ? start + passageLength : line + 1;
    const part = text.slice(start, end);
    const named = part.startsWith('[Page ') || page === '' ? part : `${page}\n${part}`;
    passages.push({ index: passages.length, text: named.trimEnd() });
    page = part.match(pageMark)?.at(-1) ?? page;
    start = end;
  }
  return passages;
};

const stemsOf = (request: string): string[] => [
  ...new Set((request.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, stemLength))),
];

const timesIn = (text: string, stem: string): number => {
  let times = 0;
  for (let at = text.indexOf(stem); at >= 0 && times < 3; at = text.indexOf(stem, at + stem.length)) times += 1;
  return times;
};

/** The passages that contain words of the request, best first: rare words count more than common ones. */
const fitting = (passages: readonly Passage[], request: string): Passage[] => {
  const lower = passages.map(({ text }) => text.toLowerCase());
  const scores = passages.map(() => 0);
  for (const stem of stemsOf(request).slice(0, 60)) {
    const times = lower.map((text) => timesIn(text, stem));
    const holding = times.filter((count) => count > 0).length;
    const weight = Math.log(1 + passages.length / Math.max(1, holding)) - Math.log(2);
    for (const [index, count] of times.entries()) scores[index]! += weight * count;
  }
  return passages.filter((_, index) => scores[index]! > 0.01).toSorted((a, b) => scores[b.index]! - scores[a.index]!);
};

/**
 * Fits a text into `room` characters: all of it, or else its beginning and the passages that match the request best, in
 * order, with a mark for each gap. Without matching passages, only its beginning.
 */
export const excerpt = (text: string, request: string, room: number): string => {
  if (text.length <= room) return text;
  const passages = passagesOf(text);
  const best = fitting(passages, request);
  if (best.length === 0) return text.slice(0, room);
  const chosen = new Set<Passage>();
  let left = room;
  const add = (from: readonly Passage[], minLeft: number) => {
    for (const passage of from) {
      const cost = passage.text.length + gap.length + 2;
      if (left - cost < minLeft) break;
      if (chosen.has(passage)) continue;
      chosen.add(passage);
      left -= cost;
    }
  };
  add(passages, room * (1 - beginning));
  add(best, 0);
  add(passages, 0);
  const parts = [...chosen].toSorted((a, b) => a.index - b.index);
  const marked = parts.map(({ index, text: part }, at) =>
    index === (parts[at - 1]?.index ?? -1) + 1 ? part : `${gap}\n${part}`,
  );
  return `${marked.join('\n')}${parts.at(-1) === passages.at(-1) ? '' : `\n${gap}`}`.slice(0, room);
};

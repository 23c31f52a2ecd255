/** Pseudo-random numbers from 0 to 1 (Mulberry32). The same seed gives the same numbers. */
export const mulberry = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const syllables =
  'an ba ter lo ni sha re co ing pro ma ti on de ul ver ka sti men ra pho li gor wen dy est am fi cu ob';
const russian = 'при вод ста ник по лет ко нов раз мор ская го род вет лю бить до рога';
const arabic = 'كتاب مدينة بحر شمس قلم سفر بيت طريق علم نور حديقة رسالة';
const chinese =
  '天地人我你他大小上中下山水火木金土日月年时分早晚春夏秋冬东南西北京海城市学校工作生活问题方法电脑语言' +
  '经济历史文化音乐电影朋友家庭健康旅行食物茶咖啡书信新旧长短高低红绿蓝白黑开关来去看听说读写';
const emoji = '😀 🚀 🌍 🎉 ☕ 🐙'.split(' ');
/** The most common words first. By Zipf's law the second is half as frequent as the first. */
const common =
  'the of and to in is that for it as was with be by on not he his but at are this have from or one had'.split(' ');
const vocabulary = 30_000;

/** Writes texts in several languages, with common and rare words. */
export const createWriter = (random: () => number) => {
  const among = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const wordFrom = (parts: readonly string[], count: number) =>
    Array.from({ length: count }, () => among(parts)).join('');
  const latin = syllables.split(' ');
  const words = [...common];
  while (words.length < vocabulary) words.push(wordFrom(latin, 2 + Math.floor(random() * 3)));
  const cyrillic = Array.from({ length: 2000 }, () => wordFrom(russian.split(' '), 2 + Math.floor(random() * 2)));
  const signs = Array.from(chinese);
  const zipf = () => words[Math.min(words.length - 1, Math.floor(words.length ** random()) - 1)]!;
  const sentence = (length: number): string => {
    const kind = random();
    if (kind < 0.88) return `${Array.from({ length }, zipf).join(' ')}.`;
    if (kind < 0.93) return `${Array.from({ length: length * 2 }, () => among(signs)).join('')}。`;
    if (kind < 0.97) return `${Array.from({ length }, () => among(cyrillic)).join(' ')}.`;
    if (kind < 0.99) return `${Array.from({ length }, () => among(arabic.split(' '))).join(' ')}.`;
    return `${Array.from({ length }, zipf).join(' ')} ${among(emoji)}!`;
  };
  return {
    words,
    title: () => sentence(4),
    prompt: () => sentence(6 + Math.floor(random() * 10)),
    answer: () =>
      Array.from({ length: 3 + Math.floor(random() * 5) }, () => sentence(8 + Math.floor(random() * 10))).join(' '),
  };
};

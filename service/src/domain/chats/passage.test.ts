import { describe, expect, it } from 'vitest';
import { passage, plainText } from './passage.ts';

describe('plain text', () => {
  it.each([
    ['# Heading\n\nSome **bold**, _slanted_ and `code`.', 'Heading Some bold, slanted and code.'],
    ['- one\n- [x] two\n1. three\n> said', 'one two three said'],
    ['See [the map](https://example.test/a_b) and ![a cat](/cat.png "Cat").', 'See the map and a cat.'],
    ['| Tea | Cups |\n| --- | ---: |\n| Green | 2 |', 'Tea Cups Green 2'],
    ['```js\nconst a_b = 2 * 3;\n```', 'const a_b = 2 * 3;'],
    ['<b>Loud</b> 3 < 4 and 5 > 4', 'Loud 3 < 4 and 5 > 4'],
    ['snake_case_name and 2 * 3 * 4 stay', 'snake_case_name and 2 * 3 * 4 stay'],
    ['Not \\*slanted\\*', 'Not *slanted*'],
  ])('of %j is %j', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });
});

describe('a passage', () => {
  const filler = 'lorem ipsum '.repeat(60);

  it.each([
    ['English', 'LIGHTHOUSE', 'lighthouse'],
    ['German, in another case', 'Äpfel über Straßen', 'äpfel über'],
    ['Russian', 'Москва зимой', 'москва'],
    ['Greek, with its final sigma', 'ο κόσμος εδώ', 'ΚΌΣΜΟΣ'],
    ['Chinese', '我在北京工作', '北京'],
    ['Japanese', '東京タワーへ行く', 'タワー'],
    ['Arabic', 'أحب القهوة كثيرا', 'القهوة'],
    ['Hebrew', 'אני אוהב קפה', 'קפה'],
    ['Hindi', 'मुझे चाय पसंद है', 'चाय'],
    ['signs of several characters', 'party 👩‍👩‍👧‍👦 here', '👩‍👩‍👧‍👦'],
  ])('contains the match in %s, with an ellipsis for what is omitted', (_, words, term) => {
    const found = passage([`${filler}${words} ${filler}`], [term]) ?? '';
    expect(found.toLowerCase()).toContain(words.toLowerCase());
    expect(found).toMatch(/^….*…$/u);
    expect(found.length).toBeLessThan(260);
    expect(found.isWellFormed()).toBe(true);
  });

  it('contains no markup, and keeps a match that markup surrounds', () => {
    expect(passage(['## The **great _lighthouse_** of [Alexandria](https://a.test)\n\n* one'], ['lighthouse'])).toBe(
      'The great lighthouse of Alexandria one',
    );
  });

  it('shows a match in an address as it was written', () => {
    expect(passage(['See [here](https://example.test/secret-path) now'], ['secret-path'])).toContain('secret-path');
  });

  it('splits no emoji and no accented letter at its ends', () => {
    for (const sign of ['👩‍👩‍👧‍👦', 'e\u0301', '🇮🇪', '한']) {
      const text = `${sign.repeat(100)}needle${sign.repeat(200)}`;
      const inner = passage([text], ['needle'])!.replaceAll('…', '');
      expect(inner.split('needle').map((side) => side.replaceAll(sign, ''))).toEqual(['', '']);
    }
  });

  it('treats the term as words, not as a pattern', () => {
    expect(passage(['a+b (c) [d] 100%'], ['(c) [d]'])).toBe('a+b (c) [d] 100%');
    expect(passage(['abc'], ['a.c'])).toBeUndefined();
  });

  it('is found in either way to write an accent', () => {
    const term = 'café';
    expect(passage(['Le cafe\u0301 noir'], [term, term.normalize('NFD')])).toBe('Le cafe\u0301 noir');
  });

  it('of a short term is where a word begins with it, in whichever text comes first', () => {
    expect(passage(['He said so.', 'AI tools?'], ['ai'])).toBe('AI tools?');
    expect(passage(['He said so.', '使用AI工具'], ['ai'])).toBe('使用AI工具');
    expect(passage(['He said so.'], ['ai'])).toBeUndefined();
  });

  it('is fast for the longest texts', () => {
    const started = process.cpuUsage();
    for (const text of ['*'.repeat(500_000), '[a]('.repeat(125_000), '<a '.repeat(160_000), '| '.repeat(250_000)])
      passage([`${text}needle${text}`], ['needle']);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});

import { describe, expect, it } from 'vitest';
import { fillerDetails, fillerIcons } from './fillers.ts';

const isValid = (details: unknown): boolean => fillerDetails().safeParse(details).success;

describe('the entry of a filler in the release set', () => {
  it('may be empty, or complete', () => {
    const all = {
      label: 'Notes',
      icon: 'list',
      group: 'Tools',
      order: -1,
      when: { routes: ['/'], plans: ['free'], roles: ['user'], flags: ['mf-notes.beta'] },
      leadsTo: { path: '/notes', dialog: 'notes.edit', props: { text: 'a', count: 1, open: true } },
    };
    expect(fillerDetails().parse(all)).toEqual(all);
    expect(fillerDetails().parse({})).toEqual({});
  });

  it.each(['a', 'a'.repeat(40), 'Größe 漢字', 'two words '])('has the label %j', (label) => {
    expect([isValid({ label }), isValid({ group: label })]).toEqual([true, true]);
  });

  it.each([
    ['nothing', ''],
    ['more than 40 characters', 'a'.repeat(41)],
    ['a space at its beginning', ' a'],
    ['a line break', 'a\nb'],
    ['a line break at its end', 'a\n'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a mark that turns the direction', 'a\u202Eb'],
    ['a hidden character', 'a\u200Bb'],
  ])('has no label of %s', (_, label) => {
    expect([isValid({ label }), isValid({ group: label })]).toEqual([false, false]);
  });

  it('has one of the icons', () => {
    expect(fillerIcons.map((icon) => isValid({ icon }))).toEqual(fillerIcons.map(() => true));
    expect(isValid({ icon: 'rocket' })).toBe(false);
  });

  it.each([
    ['plans', ['free', 'lapsed', 'premium']],
    ['roles', ['visitor', 'user', 'teamMember', 'teamless', 'productAdmin']],
  ])('depends on known %s only', (condition, known) => {
    expect(isValid({ when: { [condition]: known } })).toBe(true);
    expect([isValid({ when: { [condition]: ['other'] } }), isValid({ when: { [condition]: [''] } })]).toEqual([
      false,
      false,
    ]);
  });

  it.each([{ other: 1 }, { when: { other: [] } }, { leadsTo: { other: '/' } }, { order: 0.5 }])(
    'rejects %j',
    (details) => {
      expect(isValid(details)).toBe(false);
    },
  );

  it('gives a dialog texts of 200 characters, numbers and truth values, and nothing else', () => {
    const withProp = (value: unknown) => isValid({ leadsTo: { props: { value } } });
    expect(['a'.repeat(200), 1.5, false].map(withProp)).toEqual([true, true, true]);
    expect(['a'.repeat(201), null, {}, []].map(withProp)).toEqual([false, false, false, false]);
  });
});

import { expect, test } from 'vitest';
import { withoutForeignVariants, withoutUnread } from './frame.ts';

const part =
  '<div><p data-for="visitor">Sign <b>up</b><input data-for="visitor"/></p><p data-for="free premium">Chats</p>' +
  '<section data-for="visitor free"><i></i></section><p data-for="unknown">…</p><hr data-for="visitor"/></div><p>Help</p>';

test('a page with a session omits what only visitors see, one without a session contains nothing else', () => {
  expect(withoutForeignVariants(part, true)).toBe(
    '<div><p data-for="free premium">Chats</p><section data-for="visitor free"><i></i></section>' +
      '<p data-for="unknown">…</p></div><p>Help</p>',
  );
  expect(withoutForeignVariants(part, false)).toBe(
    '<div><p data-for="visitor">Sign <b>up</b><input data-for="visitor"/></p>' +
      '<section data-for="visitor free"><i></i></section><hr data-for="visitor"/></div><p>Help</p>',
  );
});

test.each(['<p>Chats</p>', '<div data-for="visitor"><p>', '<div data-for="visitor"', ''])(
  '%j stays unchanged',
  (html) => {
    expect(withoutForeignVariants(html, true)).toBe(html);
  },
);

test('the styles of a frame omit the custom properties that nothing in it reads', () => {
  const css =
    ':root{--code: ;--tag:#24804c;--text:#161a19;--size:14px}[data-theme=dark]{--text:#eee;--tag:#63c589}' +
    'p{color:var(--text);--ease:cubic-bezier(.2,.8,.2,1);--name:"a;--b:c"}';
  expect(withoutUnread(css, '<i style="height:var( --size)"></i>')).toBe(
    ':root{--text:#161a19;--size:14px}[data-theme=dark]{--text:#eee;}' +
      'p{color:var(--text);--ease:cubic-bezier(.2,.8,.2,1);--name:"a;--b:c"}',
  );
});

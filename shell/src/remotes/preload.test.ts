import { afterEach, expect, test } from 'vitest';
import { release } from '../testing/release.ts';
import { preload } from './federation-loader.ts';

afterEach(() => document.head.replaceChildren());

const integrity = `sha256-${'a'.repeat(43)}=`;
const chat = {
  ...release('mf-chat', '1.0.0'),
  modules: {
    './share-dialog': { js: [{ file: 'share.js', integrity }], css: [{ file: 'share.css', integrity }] },
    './zoom-dialog': {
      js: [
        { file: 'share.js', integrity },
        { file: 'zoom.js', integrity },
      ],
      css: [],
    },
  },
};
const preloaded = () =>
  [...document.head.querySelectorAll('link')].map(
    (link) =>
      `${link.rel} ${link.getAttribute('as')} ${link.getAttribute('href')} ${link.integrity} ${link.crossOrigin}`,
  );

test('the files of a module are requested with their integrity, each once per page', () => {
  const [script, style] = [
    `preload script /assets/mf-chat/1.0.0/share.js ${integrity} anonymous`,
    `preload style /assets/mf-chat/1.0.0/share.css ${integrity} anonymous`,
  ];
  preload(chat, './share-dialog');
  expect(preloaded()).toEqual([script, style]);
  preload(chat, './zoom-dialog');
  preload(chat, './zoom-dialog');
  expect(preloaded()).toEqual([script, style, `preload script /assets/mf-chat/1.0.0/zoom.js ${integrity} anonymous`]);
});

test('a module with unknown files is loaded without preloading', () => {
  preload(chat, './elsewhere');
  expect(preloaded()).toEqual([]);
});

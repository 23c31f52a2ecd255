import { expect, test } from 'vitest';
import { pageText } from './page.ts';

const links = '<link rel="preload" as="script" href="/assets/mf-chat/1.0.0/remoteEntry.js">';
const textOf = (template: string) =>
  pageText(
    {
      template,
      text: '{}',
      set: {
        environment: 'local',
        id: '1',
        shell: { name: 'shell', version: '1.0.0', base: '', kernel: '' },
        remotes: [],
      },
      shellFiles: new Set(),
      parts: new Map(),
      disabled: [],
      previews: [],
    },
    links,
    '',
  );

test('the files of a route are in a template until the shell’s script uses them', () => {
  expect(textOf('<head><template id="preloads"><!--preloads--></template></head>')).toBe(
    `<head><template id="preloads">${links}</template></head>`,
  );
});

test('for an older shell they are at the end of the head', () => {
  expect(textOf('<head><!--preloads--><script></script></head>')).toBe(`<head><script></script>${links}</head>`);
});

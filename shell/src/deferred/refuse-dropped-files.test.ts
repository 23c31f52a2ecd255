import { expect, test } from 'vitest';
import { refuseDroppedFiles } from './refuse-dropped-files.ts';

refuseDroppedFiles(window);

/** Drags something over the page; `taken` if an area of the page accepts it. */
const drag = (type: string, kind: string, taken = false) => {
  const dataTransfer = { types: [kind], dropEffect: 'copy' };
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
  if (taken) event.preventDefault();
  window.dispatchEvent(event);
  return { prevented: event.defaultPrevented, effect: dataTransfer.dropEffect };
};

test.each(['dragover', 'drop'])('a %s of files that nothing takes does not leave the page', (type) => {
  expect(drag(type, 'Files')).toEqual({ prevented: true, effect: 'none' });
});

test('files that an area takes, and what is no file, are left alone', () => {
  expect(drag('dragover', 'Files', true)).toEqual({ prevented: true, effect: 'copy' });
  expect(drag('drop', 'text/plain')).toEqual({ prevented: false, effect: 'copy' });
});

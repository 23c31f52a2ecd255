/**
 * Puts a text that is still on its way into the clipboard. A browser that takes promises keeps the press that asked for
 * it: Safari refuses one that comes later.
 */
export const copyWhenThere = (text: Promise<string>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') return text.then((ready) => navigator.clipboard.writeText(ready));
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }));
  // Told by the text itself: the clipboard says only that nothing was written.
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
};

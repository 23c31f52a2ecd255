const longest = 80;
const notInNames = new RegExp(String.raw`[\u0000-\u001f\u007f<>:"/\\|?*]`, 'g');

/** A file name made from a chat's title that is valid on every system. */
export const documentFileName = (title: string, extension: string): string => {
  const plain = title.toWellFormed().replaceAll(notInNames, ' ').replaceAll(/\s+/g, ' ').trim();
  const name = Array.from(plain)
    .slice(0, longest)
    .join('')
    .replace(/[. ]+$/, '');
  return `${name || 'Untitled chat'}.${extension}`;
};

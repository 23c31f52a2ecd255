const office = 'application/vnd.openxmlformats-officedocument.';

/** Media types that may be uploaded to a chat, with the ending of the stored file's name. */
const chatTypes: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  [`${office}wordprocessingml.document`]: '.docx',
  [`${office}presentationml.presentation`]: '.pptx',
  [`${office}spreadsheetml.sheet`]: '.xlsx',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'application/json': '.txt',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'image/heic': '.heic',
  'image/heif': '.heif',
  'image/svg+xml': '.svg',
  // What a browser says of a type that it does not know, as many do of HEIC: its content is judged before it is used.
  'application/octet-stream': '',
};
const audioTypes: Readonly<Record<string, string>> = {
  'audio/webm': '.webm',
  'video/webm': '.webm',
  'audio/mp4': '.m4a',
  'video/mp4': '.m4a',
  'audio/x-m4a': '.m4a',
};

/** The name under which an upload of that type is stored; undefined where the type may not be uploaded there. */
export const uploadName = (folder: 'chatFiles' | 'audio-notes', declared: string): string | undefined => {
  const [type = ''] = declared.toLowerCase().split(';');
  const bare = type.trim();
  if (folder === 'audio-notes') return bare in audioTypes ? `note${audioTypes[bare]}` : undefined;
  if (bare in chatTypes) return `file${chatTypes[bare]}`;
  return /^text\/[\w.+-]+$|^application\/x-[\w.+-]+$/.test(bare) ? 'file.txt' : undefined;
};

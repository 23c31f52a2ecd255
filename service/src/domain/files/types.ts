const office = 'application/vnd.openxmlformats-officedocument.';

/** Media types that may be uploaded to a chat, with the extension of the stored file. */
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
  // Browsers send this for types that they do not know, such as HEIC in many. The content is inspected before it is
  // used.
  'application/octet-stream': '',
};
const audioTypes: Readonly<Record<string, string>> = {
  'audio/webm': '.webm',
  'video/webm': '.webm',
  'audio/mp4': '.m4a',
  'video/mp4': '.m4a',
  'audio/x-m4a': '.m4a',
};

/** The name under which an upload of that type is stored; undefined if the type is not allowed there. */
export const uploadName = (folder: 'chatFiles' | 'audio-notes', declared: string): string | undefined => {
  const [type = ''] = declared.toLowerCase().split(';');
  const bare = type.trim();
  if (folder === 'audio-notes') return bare in audioTypes ? `note${audioTypes[bare]}` : undefined;
  if (bare in chatTypes) return `file${chatTypes[bare]}`;
  return /^text\/[\w.+-]+$|^application\/x-[\w.+-]+$/.test(bare) ? 'file.txt' : undefined;
};

const patterns = [
  /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)[\w-]{11}(?:[?&#/]|$)/,
  /^https:\/\/youtu\.be\/[\w-]{11}(?:[?&#/]|$)/,
  /^https:\/\/(?:www\.)?vimeo\.com\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?\d+(?:[?#/]|$)/,
  /^https:\/\/player\.vimeo\.com\/video\/\d+(?:[?#/]|$)/,
] as const;

/** Whether an address is that of a video of YouTube or Vimeo (B5.17). */
export const isVideo = (url: string): boolean => patterns.some((pattern) => pattern.test(url));

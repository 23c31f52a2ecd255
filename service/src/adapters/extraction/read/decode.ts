const bytesRead = 16 * 1024 * 1024;

/** Text of unknown encoding: by its mark, else UTF-8 where it is that, else Windows' Latin. At most 16 MB are read. */
export const decode = (bytes: Buffer): string => {
  const part = bytes.subarray(0, bytesRead);
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  if (part[0] === 0xfe && part[1] === 0xff) return new TextDecoder('utf-16be').decode(part);
  try {
    // A character that the cut divides is no error.
    return new TextDecoder('utf-8', { fatal: true }).decode(part, { stream: part.length < bytes.length });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(part);
  }
};

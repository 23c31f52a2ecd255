const declared = /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w:.-]+)/i;

const decoderFor = (label: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(label);
  } catch {
    // A name that no browser knows either.
    return undefined;
  }
};

/** The text of a page: in the charset of its header, else the one that it declares, else UTF-8. */
export const decode = (body: Buffer, charset: string | undefined): string => {
  const own = declared.exec(body.subarray(0, 2048).toString('latin1'))?.[1];
  const decoder = [charset, own].map((label) => label && decoderFor(label)).find((found) => found);
  return (decoder || new TextDecoder()).decode(body);
};

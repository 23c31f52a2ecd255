const schemes = new Set(['http:', 'https:', 'mailto:']);

/** An absolute address of a scheme that only opens pages or mail, or undefined; no link leads into the product itself. */
export const safeUrl = (url: string | undefined): URL | undefined => {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined;
};

/** The site of an address as people name it. */
export const hostOf = (url: string): string => safeUrl(url)?.hostname.replace(/^www\./, '') || url;

/** The path of an address within the product, or undefined: another host, or no web address. */
export const ownPath = (url: string, origin: string): string | undefined => {
  const parsed = URL.parse(url, origin);
  return parsed?.origin === origin ? parsed.pathname + parsed.search : undefined;
};

/** The address that an image may load: a path of the product, or a file in this browser's memory. */
export const ownSource = (url: string, origin: string): string | undefined =>
  url.startsWith(`blob:${origin}/`) ? url : ownPath(url, origin);

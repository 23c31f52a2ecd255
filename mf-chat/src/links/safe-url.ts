const schemes = new Set(['http:', 'https:', 'mailto:']);

/**
 * Parses an absolute URL whose scheme only opens pages or email. Undefined for any other, also for relative URLs, so
 * that no link leads into the product itself.
 */
export const safeUrl = (url: string | undefined): URL | undefined => {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined;
};

/** The host of a URL as people write it, without `www.`. */
export const hostOf = (url: string): string => safeUrl(url)?.hostname.replace(/^www\./, '') || url;

/** The path of a URL within the product. Undefined for other hosts and for invalid URLs. */
export const ownPath = (url: string, origin: string): string | undefined => {
  const parsed = URL.parse(url, origin);
  return parsed?.origin === origin ? parsed.pathname + parsed.search : undefined;
};

/** The URL that an image may load: a path of the product, or an object URL of this browser. */
export const ownSource = (url: string, origin: string): string | undefined =>
  url.startsWith(`blob:${origin}/`) ? url : ownPath(url, origin);

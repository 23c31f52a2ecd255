const folder = 'static/parts/';

/** Where a release stores the static part of an exposed component, relative to its files. */
export const partFiles = (expose: string): { readonly html: string; readonly css: string } => {
  const file = `${folder}${expose.replace(/^\.\//, '')}`;
  return { html: `${file}.html`, css: `${file}.css` };
};

/** The exposed component whose static part this file is; undefined for any other file. */
export const exposeOf = (file: string): string | undefined =>
  file.startsWith(folder) && file.endsWith('.html') ? `./${file.slice(folder.length, -'.html'.length)}` : undefined;

/** Whether only the edge reads a file, so that no browser requests it. */
export const isPartFile = (file: string): boolean => file.startsWith(folder);

/** Forbidden in a static part, which is plain markup, because the page's policy trusts the scripts in the page. */
const forbidden =
  /<\/?(?:script|style|link|meta|base|iframe|object|embed|slot|template|noscript|body|html)\b|<!|\son\w+\s*=|\ssrcdoc\s*=|javascript:/i;

/** Why a text is not a valid static part; undefined if it is. */
export const partProblem = ({ html, css }: { readonly html: string; readonly css: string }): string | undefined => {
  const found = forbidden.exec(html)?.[0].trim() ?? (css.includes('</') ? '</' : undefined);
  return found && `it contains ${JSON.stringify(found)}, which a static part may not`;
};

import { createParser } from '@atrium/shared-kernel/markdown/parser';
import { safeUrl } from '../links/safe-url.ts';

const parser = createParser();
const { escapeHtml } = parser.utils;
parser.validateLink = (url) => safeUrl(url) !== undefined;
const { rules } = parser.renderer;
// Nothing may be loaded from other hosts where the text is pasted, so an image becomes its name.
rules['image'] = (tokens, index) => escapeHtml(tokens[index]?.content || 'Image');
rules['math'] = (tokens, index) => escapeHtml(`$${tokens[index]?.content}$`);
rules['math_display'] = (tokens, index) => {
  const formula = escapeHtml(`$$${tokens[index]?.content}$$`);
  return tokens[index]?.block ? `<p>${formula}</p>\n` : formula;
};

/** Converts Markdown to HTML for the clipboard, which other programs paste as formatted text. */
export const richText = (markdown: string): string => parser.render(markdown);

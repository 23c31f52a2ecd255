import { tex2typst } from 'tex2typst';
import { typstString } from './typst-string.ts';

/** What would leave math for code, a package or a file. */
const code = /[#@$"\\]|\/\/|\/\*/;

/** TeX as math of Typst; undefined where it cannot be translated, or would be more than math. */
const translate = (tex: string): string | undefined => {
  try {
    const typst = tex2typst(tex);
    return code.test(typst.replaceAll(/"[^"\\]*"/g, '')) ? undefined : typst;
  } catch {
    // A formula that the translator does not know is shown as it was written.
    return undefined;
  }
};

/** An expression for a formula; `block` stands on a line of its own. One that cannot be set is shown as its source. */
export const mathOf = (tex: string, block: boolean): string => {
  const math = translate(tex);
  if (math === undefined) return `raw(${typstString(tex)}${block ? ', block: true' : ''})`;
  return block ? `$ ${math} $` : `$${math}$`;
};

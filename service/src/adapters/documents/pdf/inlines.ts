import type { Link, PhrasingContent } from 'mdast';
import { type DocumentTree, isMark, notesAtWords, textOf } from '../tree.ts';
import { typstCode, typstString, typstText } from './typst-string.ts';

/** Typst expressions, one after the other, as one piece of content. */
export const joined = (parts: readonly string[]): string => (parts.length === 0 ? '""' : `{ ${parts.join('; ')} }`);

/** Functions of Typst and of the page template. */
const marked = { sub: 'sub', sup: 'super', kbd: 'key', mark: 'highlight' } as const;

/** Writes phrasing content as Typst expressions. `notes` writes a footnote by its label. */
export const createInlines = (
  tree: DocumentTree,
  notes: (label: string) => string | undefined,
  formula: (tex: string, block: boolean) => string,
) => {
  const all = (nodes: readonly PhrasingContent[]): string => joined(notesAtWords(tree, nodes).map(one));

  const link = (node: Link): string => {
    const url = tree.address(node);
    if (url === undefined) return all(node.children);
    const target = typstString(url);
    if (!tree.isCited(url)) return `link(${target}, ${all(node.children)})`;
    const note = `footnote(link(${target}, ${typstText(url)}))`;
    return isMark(node) ? note : joined([all(node.children), note]);
  };

  const one = (node: PhrasingContent): string => {
    switch (node.type) {
      case 'text':
      case 'html':
        return typstText(node.value);
      case 'strong':
        return `strong(${all(node.children)})`;
      case 'emphasis':
        return `emph(${all(node.children)})`;
      case 'delete':
        return `strike(${all(node.children)})`;
      case 'marked':
        return `${marked[node.as]}(${all(node.children)})`;
      case 'inlineCode':
        return typstCode(node.value, false);
      case 'formula':
        return formula(node.value, node.display);
      case 'break':
        return 'linebreak()';
      case 'link':
        return link(node);
      case 'image':
        return `emph(${typstText(node.alt || 'Image')})`;
      case 'footnoteReference':
        return notes(node.identifier) ?? typstString(`[${node.label ?? node.identifier}]`);
      default:
        return typstText(textOf(node));
    }
  };
  return all;
};

import {
  BorderStyle,
  ExternalHyperlink,
  FootnoteReferenceRun,
  type IRunOptions,
  type ParagraphChild,
  TextRun,
} from 'docx';
import type { Link, PhrasingContent } from 'mdast';
import type { MarkedAs } from '../nodes.ts';
import { type DocumentTree, isMark, isRightToLeft, notesAtWords, textOf } from '../tree.ts';
import { accent, hairline, mono } from './style.ts';
import { mathOf } from './math.ts';

type Style = Omit<IRunOptions, 'text' | 'children'>;

const marked: Readonly<Record<MarkedAs, Style>> = {
  sub: { subScript: true },
  sup: { superScript: true },
  kbd: { font: mono, border: { style: BorderStyle.SINGLE, size: 4, space: 1, color: hairline } },
  mark: { highlight: 'yellow' },
};

/** Characters that XML cannot hold. */
const forbidden = new RegExp(String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]`, 'g');
const clean = (text: string): string => text.toWellFormed().replaceAll(forbidden, '');

/** Runs of text, one per line, with breaks between them. */
export const runs = (text: string, style: Omit<IRunOptions, 'text' | 'children'> = {}): TextRun[] =>
  clean(text)
    .split('\n')
    .map(
      (line, at) =>
        new TextRun({ ...style, text: line, ...(at > 0 ? { break: 1 } : {}), rightToLeft: isRightToLeft(line) }),
    );

export interface Notes {
  /** Whether the footnote for a label was written already. A further mark then only repeats its number. */
  isNoted(label: string): boolean;
  /** The number of the footnote for a label; undefined if the text does not define it. */
  ofLabel(label: string): number | undefined;
  /** The number of a footnote that names a cited URL. */
  ofCitation(url: string): number;
}

/** Writes phrasing content as runs of Word. */
export const createInlines = (tree: DocumentTree, notes: Notes) => {
  const link = (node: Link, style: Style) => {
    const url = tree.address(node);
    if (url === undefined) return all(node.children, style);
    if (!tree.isCited(url))
      return [
        new ExternalHyperlink({
          link: url,
          children: runs(textOf(node), { ...style, color: accent, underline: {} }),
        }),
      ];
    const note = new FootnoteReferenceRun(notes.ofCitation(url));
    return isMark(node) ? [note] : [...all(node.children, style), note];
  };

  const one = (node: PhrasingContent, style: Style): ParagraphChild[] => {
    switch (node.type) {
      case 'text':
      case 'html':
        return runs(node.value, style);
      case 'strong':
        return all(node.children, { ...style, bold: true });
      case 'emphasis':
        return all(node.children, { ...style, italics: true });
      case 'delete':
        return all(node.children, { ...style, strike: true });
      case 'marked':
        return all(node.children, { ...style, ...marked[node.as] });
      case 'inlineCode':
        return runs(node.value, { ...style, font: mono });
      case 'formula': {
        const math = mathOf(node.value, node.display);
        return math ? [math] : runs(node.value, { ...style, font: mono });
      }
      case 'break':
        return [new TextRun({ break: 1 })];
      case 'link':
        return link(node, style);
      case 'image':
        return runs(node.alt || 'Image', { ...style, italics: true });
      case 'footnoteReference': {
        const again = notes.isNoted(node.identifier);
        const number = notes.ofLabel(node.identifier);
        if (again) return runs(String(number), { ...style, superScript: true });
        return number === undefined
          ? runs(`[${node.label ?? node.identifier}]`, style)
          : [new FootnoteReferenceRun(number)];
      }
      default:
        return runs(textOf(node), style);
    }
  };
  const all = (nodes: readonly PhrasingContent[], style: Style = {}): ParagraphChild[] =>
    notesAtWords(tree, nodes).flatMap((node) => one(node, style));
  return all;
};

import type { Token } from '@atrium/shared-kernel/markdown/parser';
import { createElement, Fragment, type ReactNode } from 'react';
import { alertTitle } from '@atrium/shared-kernel/markdown/alerts';
import { linkified } from '@atrium/shared-kernel/markdown/autolinks';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './lazy-formula.tsx';
import { NoteReference } from './note-reference.tsx';
import { numbering } from './numbering.ts';
import { OutsideImage, OutsideLink } from './outside.tsx';
import { withPassageMarks } from './passage-marks.tsx';
import { Table } from './table.tsx';
import type { Wrap } from './words.tsx';

export interface RenderOptions {
  /** Wraps the words of a text that is still growing. */
  readonly wrap: Wrap | undefined;
}

const attribute = (token: Token, name: string): string | undefined => token.attrGet(name)?.toString();

const textIn = (tokens: readonly Token[]): string =>
  tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : children ? textIn(children) : content,
    )
    .join('');

const cell = (token: Token, key: number, children: ReactNode) => {
  const align = /(left|right|center)$/.exec(attribute(token, 'style') ?? '')?.[1];
  return createElement(token.tag, { key, ...(align ? { style: { textAlign: align } } : {}) }, children);
};

/** `[ ]` or `[x]` before the text of an item. */
const task = /^\[([ xX])\]\s+/;
const checkbox = (checked: boolean) => (
  <input key="task" type="checkbox" checked={checked} disabled readOnly aria-label={checked ? 'Done' : 'To do'} />
);

/**
 * A block that is in no other has the direction of its first words, and gives it to its parts: the marks of a list stand
 * on one side, as the columns of a table run one way. Browsers leave out parts that have a direction themselves, so
 * those have none, and styles arrange the words of each.
 */
const directionOf = ({ block, level }: Token) => (block && level === 0 ? { dir: 'auto' } : {});

/** An element with its children. */
const container = (token: Token, key: number, children: readonly ReactNode[]): ReactNode => {
  const direction = directionOf(token);
  switch (token.type) {
    case 'paragraph_open':
      return token.hidden ? (
        <Fragment key={key}>{children}</Fragment>
      ) : (
        <p key={key} {...direction}>
          {children}
        </p>
      );
    case 'heading_open':
      // The headings of an answer rank below those of the page and of the message.
      return createElement(
        token.tag,
        { key, ...direction, 'aria-level': Math.min(6, Number(token.tag[1]) + 2) },
        children,
      );
    case 'blockquote_open': {
      const alert = token.meta?.['alert'];
      if (typeof alert !== 'string') break;
      return (
        <blockquote key={key} {...direction} data-alert={alert}>
          <p data-alert-title>
            <bdi>{alertTitle(alert)}</bdi>
          </p>
          {children}
        </blockquote>
      );
    }
    case 'link_open':
      return (
        <OutsideLink key={key} href={attribute(token, 'href')}>
          {children}
        </OutsideLink>
      );
    case 'table_open':
      return (
        <Table key={key} {...direction}>
          {children}
        </Table>
      );
    case 'ordered_list_open': {
      const start = Number(attribute(token, 'start') ?? 1);
      return (
        <ol key={key} {...direction} {...numbering(start, start + children.length - 1)}>
          {children}
        </ol>
      );
    }
    case 'th_open':
    case 'td_open':
      return cell(token, key, children);
  }
  return createElement(token.tag === 's' ? 'del' : token.tag, { key, ...direction }, children);
};

/** An element without children. */
const single = (token: Token, key: number): ReactNode => {
  switch (token.type) {
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br key={key} />;
    case 'code_inline':
      return (
        <code key={key} dir="ltr">
          {token.content}
        </code>
      );
    case 'fence':
    case 'code_block': {
      const language = token.info.trim().split(/\s+/)[0] ?? '';
      if (language === 'math') return <Formula key={key} tex={token.content.trim()} display />;
      return <CodeBlock key={key} open={false} code={token.content.replace(/\n$/, '')} language={language} />;
    }
    case 'hr':
      return <hr key={key} />;
    case 'image':
      return <OutsideImage key={key} src={attribute(token, 'src')} alt={textIn(token.children ?? [])} />;
    case 'note':
      return <NoteReference key={key} number={Number(token.meta?.['number'])} />;
    case 'math':
    case 'math_display':
      return <Formula key={key} tex={token.content} display={token.type === 'math_display'} />;
    default:
      return token.content;
  }
};

/** Renders parsed tokens as elements. */
export const elementsOf = (all: readonly Token[], { wrap }: RenderOptions): ReactNode => {
  const text = (content: string): ReactNode => (wrap ? wrap(content) : content);

  const linked = (content: string): ReactNode[] =>
    linkified(content).map((part, index) =>
      typeof part === 'string' ? (
        // While the words still appear one by one, it is not known yet what the answer cites.
        (wrap ?? withPassageMarks)(part)
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- a text never changes its order
        <OutsideLink key={`link-${index}`} href={part.href}>
          {text(part.text)}
        </OutsideLink>
      ),
    );

  const level = (tokens: readonly Token[], inLink: boolean): ReactNode[] => {
    let at = 0;
    const leaf = (token: Token, key: number): ReactNode => {
      if (token.type === 'text') return inLink ? text(token.content) : linked(token.content);
      if (token.type !== 'inline') return single(token, key);
      const [first, ...rest] = token.children ?? [];
      const [mark, sign] = tokens[key - 2]?.type === 'list_item_open' ? (task.exec(first?.content ?? '') ?? []) : [];
      if (mark === undefined || first?.type !== 'text') return level(token.children ?? [], inLink);
      const words = first.content.slice(mark.length);
      return [checkbox(sign !== ' '), ' ', inLink ? text(words) : linked(words), level(rest, inLink)];
    };
    const inside = (linked: boolean): ReactNode[] => {
      const elements: ReactNode[] = [];
      const before = inLink;
      inLink = linked;
      while (at < tokens.length) {
        const key = at;
        const token = tokens[at];
        at += 1;
        if (!token || token.nesting < 0) break;
        if (token.nesting === 0) {
          elements.push(leaf(token, key));
          continue;
        }
        elements.push(container(token, key, inside(inLink || token.type === 'link_open')));
      }
      inLink = before;
      return elements;
    };
    return inside(inLink);
  };
  return level(all, false);
};

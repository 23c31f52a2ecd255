import { type AtRule, type Container, parse, type Rule } from 'postcss';
import { layers } from './cascade-layers.ts';

const classes = /\.((?:[\w-]|\\.)+)/g;
/** A rule can apply without what is listed in these selectors, so their classes are ignored. */
const optional = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g;

const empty = (node: Container) => node.nodes?.length === 0;

/**
 * The part of a stylesheet that some markup uses: rules whose classes all occur in it and the animations they name, but
 * no fonts, which would have to be fetched. Rules without classes stay, such as those of the theme.
 */
export const styleOf = (css: string, html: string): string => {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/).filter(Boolean)),
  );
  const applies = (selector: string) =>
    [...selector.replaceAll(optional, '').matchAll(classes)].every(([, name = '']) =>
      used.has(name.replaceAll('\\', '')),
    );
  const root = parse(css);
  root.walkAtRules('font-face', (rule: AtRule) => {
    let fetched = false;
    rule.walkDecls('src', ({ value }) => {
      fetched = value.includes('url(');
    });
    if (fetched) rule.remove();
  });
  root.walkRules((rule: Rule) => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes')) return;
    const applicable = rule.selectors.filter(applies);
    if (applicable.length === 0) rule.remove();
    else if (applicable.length < rule.selectors.length) rule.selectors = applicable;
  });
  const named = new Set<string>();
  root.walkDecls(/^(-webkit-)?animation(-name)?$/, ({ value }) => {
    for (const word of value.split(/[\s,]+/)) named.add(word);
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!named.has(rule.params)) rule.remove();
  });
  // Empty rules are removed last, because a rule inside may have been the last one.
  for (let before = ''; before !== root.toString();) {
    before = root.toString();
    root.walkAtRules((rule) => {
      if (rule.nodes && empty(rule)) rule.remove();
    });
  }
  return root.nodes.length === 0 ? '' : `@layer ${layers.join(',')};${root.toString()}`;
};

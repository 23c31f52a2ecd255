import type { Element } from 'hast';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { Formula } from './math.tsx';
import { blockOf, classesOf, components, Pre, textIn } from './rendered-block.tsx';

const formulaOf = (element: Element | undefined) => {
  const classes = classesOf(element);
  return classes.includes('language-math') ? (
    <Formula tex={textIn(element)} display={classes.includes('math-display')} />
  ) : undefined;
};

const withFormulas: Components = {
  ...components,
  code: ({ node, children }) => formulaOf(node) ?? <code>{children}</code>,
  pre: ({ node, children }) =>
    formulaOf(node?.children.find((child): child is Element => child.type === 'element')) ?? (
      <Pre node={node}>{children}</Pre>
    ),
};
/** One block of markdown that holds formulas; comes with the first of them. */
const MathBlock = blockOf([remarkGfm, remarkMath], withFormulas);

export default MathBlock;

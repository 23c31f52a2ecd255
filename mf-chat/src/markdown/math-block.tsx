import { mathRules } from './math-rules.ts';
import { Formula } from './math.tsx';
import { createParser } from './parser.ts';
import { blockOf } from './rendered-block.tsx';

/** One block of markdown that holds formulas; comes with the first of them. */
const MathBlock = blockOf(createParser().use(mathRules), (tex, display) => <Formula tex={tex} display={display} />);

export default MathBlock;

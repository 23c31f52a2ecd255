/** A text and the formulas in it, in order. Those on lines of their own begin with `=`. */
export interface FormulaCase {
  readonly text: string;
  readonly formulas: readonly string[];
}

const none = (text: string): FormulaCase => ({ text, formulas: [] });
const some = (text: string, ...formulas: string[]): FormulaCase => ({ text, formulas });

/** What is a formula and what is not, for screens and both kinds of documents. */
export const formulaCases: readonly FormulaCase[] = [
  // Amounts of money.
  none('It costs $5 and $10.'),
  none('$5'),
  none('From $5-$10, or $1,000.50/$2,000.'),
  none('US$5 or CA$7, A$9 and R$10'),
  none('**$5** and **$10**'),
  none('€5, £6, ¥7, $8 and $9'),
  none('($5) or ($7)'),
  none('between $5M and $10M, $5k/$6k'),
  none('5$ and 10$, 5$/10$'),
  none('$5 (or 5$)'),
  none('$5 and 10$'),
  none('| Plan | Price |\n| --- | --- |\n| One | $5 |\n| Two | $10 to $20 |'),
  none('- $5 a month\n- $10 a year, not $12\n\n1. $1\n2. $2'),
  none('> $5 and $6'),
  none('# From $5 to $10'),
  none('It was \\$5 and \\$10 \\$x\\$.'),
  none('$HOME/bin:$PATH and $USER'),
  none('The sign $ and the sign $ again, ($) and ($).'),
  none('$ 5 and 6 $'),
  none('We paid $20,000 for 3_000 items at $7 each = $21_000.'),
  none('\\(\\) and \\[\\\\\\]'),
  none('One\n\\[not a link](/foo)\nmore'),
  // Formulas between dollars.
  some('The $+$ sign', '+'),
  some('Let $x$ be.', 'x'),
  some('$x^2 + 1$ and $y_i$', 'x^2 + 1', 'y_i'),
  some('It costs $5 if $x = 2$.', 'x = 2'),
  some('Of $n$ at $5 each it is $5n = 10$ in all.', 'n', '5n = 10'),
  some('$5$ is a prime, $2x + 3y$ is none.', '5', '2x + 3y'),
  some('$3 \\times 4 = 12$', '3 \\times 4 = 12'),
  some('$\\$5 \\cdot n$', '\\$5 \\cdot n'),
  some('**Area**: $\\pi r^2$, *$a$*', '\\pi r^2', 'a'),
  some('设$x$为数', 'x'),
  some('- one $a$\n- two\n  $$b$$', 'a', '=b'),
  some('| a |\n| --- |\n| $x$ |', 'x'),
  some('$$E = mc^2$$', '=E = mc^2'),
  some('So $$E = mc^2$$ holds.', '=E = mc^2'),
  some('$$\nE = mc^2\n$$', '=E = mc^2'),
  some('Text\n$$\na\n\nb\n$$\nmore', '=a\n\nb'),
  some('> $$\n> a\n> $$', '=a'),
  some('$$ \\text{for $x$} = 1 $$', '=\\text{for $x$} = 1'),
  // Brackets with backslashes.
  some('The \\(x\\) and \\( y^2 \\).', 'x', 'y^2'),
  some('\\[ x + 1 \\]', '=x + 1'),
  some('\\[\nx + 1\n\\]', '=x + 1'),
  some('Then \\[x = 1\\] holds.', '=x = 1'),
  some('1. First\n\n   \\[\n   x = 1\n   \\]\n\n2. Second', '=x = 1'),
  none('See \\[1\\] and \\[note\\](https://a.test/).'),
  none('\\[1\\]'),
  none('Escaped \\\\(x\\\\) stays.'),
  none('An open \\(x and more'),
  // Environments and blocks.
  some('```math\nx = 1\n```', '=x = 1'),
  some('- a\n\n  ```math\n  x = 1\n  ```', '=x = 1'),
  some('\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}', '=\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}'),
  some('So\n\\begin{equation*}\nx\n\\end{equation*}\nholds.', '=\\begin{equation*}\nx\n\\end{equation*}'),
  some('So \\begin{cases} 1 \\\\ 0 \\end{cases}.', '=\\begin{cases} 1 \\\\ 0 \\end{cases}'),
  some('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '=\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}'),
  some(
    '\\begin{gather}\n\\begin{matrix}1\\end{matrix}\n\\end{gather}',
    '=\\begin{gather}\n\\begin{matrix}1\\end{matrix}\n\\end{gather}',
  ),
  none('\\begin{document}\nHello\n\\end{document}'),
  // Code is code.
  none('`$x$` and `\\(x\\)`'),
  none('```\n$x$ \\(y\\)\n```'),
  none('    $$x$$'),
  none('```tex\n\\begin{align}x\\end{align}\n```'),
  // Without an end it is text.
  none('$$\nx = 1\n\nMore.'),
  none('\\begin{align}\nx\n\nMore.'),
  none('It is $x and more'),
  none('$$$$ and $$'),
];

/** A formula in the notation of the cases: those on lines of their own begin with `=`. */
export const written = (tex: string, display: boolean): string => `${display ? '=' : ''}${tex}`;

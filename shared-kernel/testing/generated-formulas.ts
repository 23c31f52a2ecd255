/** Pseudo-random numbers, the same in each run. */
const numbers = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (seed >> 8) % below;
};

const atoms =
  "x y 1 42 + - = < , . ! | / \\alpha \\Gamma \\infty \\sum \\int \\prod \\lim \\sin \\cdot \\to \\le \\ne \\quad \\, \\dots \\{ \\} \\% \\$ \\# \\& \\_ ' é 汉 😀 # $ & ~ % ^ _ { } \\ \\\\ \\left \\right \\frac \\sqrt \\unknown".split(
    ' ',
  );
const lengths = ['1em', '100000em', '-100000em', '3pt', '99999999999999in', '.5mu', '1%\n00000em', '7sp', 'em', '-9ex'];
/** `A` is replaced by another formula, `L` by a length. */
const shapes = [
  '{A}',
  '\\frac{A}{A}',
  '\\frac AA',
  '\\dfrac{A}{A}',
  '\\binom{A}{A}',
  '\\genfrac(]{L}{0}{A}{A}',
  '\\sqrt{A}',
  '\\sqrt[A]{A}',
  'x^{A}_{A}',
  '{A}^A',
  '\\left(A\\right)',
  '\\left\\{A\\middle|A\\right.',
  '\\Bigg(A\\Bigg)',
  '\\hat{A}',
  '\\widehat{A}^{A}',
  '\\overline{A}',
  '\\underbrace{A}_{A}',
  '\\overset{A}{A}',
  '\\xrightarrow[A]{A}',
  '\\text{A $A$}',
  '\\mathbf{A}',
  '\\mathbb A',
  '\\boxed{A}',
  '\\cancel{A}',
  '\\color{red}A',
  '\\textcolor{#0f0}{A}',
  '\\colorbox{blue}{A}',
  '\\Huge A',
  '\\displaystyle A',
  '\\phantom{A}',
  '\\vphantom{A}',
  '\\smash{A}',
  '\\rule{L}{L}',
  '\\rule[L]{L}{L}',
  '\\kern L A',
  '\\hspace{L}A',
  '\\raisebox{L}{A}',
  '\\\\[L]A',
  '\\begin{matrix}A&A\\\\A&A\\end{matrix}',
  '\\begin{pmatrix}A\\\\[L]A\\end{pmatrix}',
  '\\begin{cases}A&A\\\\A\\end{cases}',
  '\\begin{align}A&=A\\\\A&=A\\end{align}',
  '\\begin{gather*}A\\\\A\\end{gather*}',
  '\\begin{array}{c|c}A&A\\\\\\hline A&A\\end{array}',
  '\\begin{CD}A@>A>>A\\\\@VAVV@AAA\\\\A@=A\\end{CD}',
  '\\sum_{A}^{A}A',
  '\\int\\limits_A^A',
  '\\operatorname*{A}_{A}',
  '\\pmod{A}',
  '\\not A',
  '\\stackrel{A}{A}',
  '\\mathchoice{A}{A}{A}{A}',
  '\\tag{A}A',
  '\\verb|A|',
  '\\def\\a{A\\a}\\a',
  '\\newcommand{\\b}[1]{#1#1}\\b{\\b{A}}',
  '\\href{javascript:alert(1)}{A}',
  '\\includegraphics[width=L]{https://a.test/x.png}',
  '\\htmlClass{fixed}{A}',
  '\\htmlStyle{position:fixed}{A}',
  '\\url{A}',
  '\\char`A',
  '#read("/etc/passwd") A',
  '</m:t><w:p>A',
];
/** Shapes that can be nested in themselves many times. */
const towers = shapes.filter((shape) => shape.includes('A'));

/** How many formulas a test tries. A higher ATRIUM_FORMULAS takes longer and finds rarer failures. */
export const formulaCount = Number(process.env['ATRIUM_FORMULAS'] ?? 2000);

/** Formulas generated from a seed: valid and broken ones, deeply nested ones, and very long ones. */
export const generatedFormulas = function* (count: number, seed = 1): Generator<string> {
  const next = numbers(seed);
  const one = <Item>(items: readonly Item[]): Item => items[next(items.length)]!;
  const fill = (shape: string, inner: () => string): string =>
    shape.replaceAll(/[AL]/g, (sign, index: number) =>
      // Letters in the names of commands stay.
      /\\[A-Za-z]*$/.test(shape.slice(0, index)) && sign === 'A' && shape[index - 1] === '\\'
        ? sign
        : sign === 'A'
          ? inner()
          : one(lengths),
    );
  const grown = (depth: number): string => {
    const parts = Array.from({ length: 1 + next(3) }, () =>
      depth > 0 && next(3) > 0 ? fill(one(shapes), () => grown(depth - 1)) : one(atoms),
    );
    return parts.join(next(2) ? ' ' : '');
  };
  for (let index = 0; index < count; index += 1) {
    const kind = next(40);
    if (kind === 0) {
      // Only the first `A` is nested further, so that the source does not grow exponentially.
      let text = 'x';
      const shape = one(towers);
      for (let depth = 10 + next(300); depth > 0; depth -= 1) {
        let first = true;
        text = fill(shape, () => {
          const inner = first ? text : 'y';
          first = false;
          return inner;
        });
      }
      yield text;
    } else if (kind === 1) yield fill(one(shapes), () => one(atoms)).repeat(50 + next(1500));
    else if (kind === 2) yield grown(2).slice(0, next(60));
    else yield grown(next(4));
  }
};

import { formulaCases, written } from '@atrium/shared-kernel/testing/formula-cases';
import { formulaCount, generatedFormulas } from '@atrium/shared-kernel/testing/generated-formulas';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { strFromU8, unzipSync } from 'fflate';
import type { Nodes } from 'mdast';
import { SaxesParser } from 'saxes';
import { describe, expect, it, vi } from 'vitest';
import { makeDocx } from './docx/make-docx.ts';
import { typstOf } from './pdf/blocks.ts';
import { mathOf } from './pdf/math.ts';
import { pageOf } from './pdf/page.ts';
import { ommlOf } from './docx/math.ts';
import { parse } from './parse.ts';
import { textOf, treeOf } from './tree.ts';

const tree = (markdown: string) => treeOf({ title: 'Tea', markdown, citations: [] });
const formulasIn = (node: Nodes): string[] => {
  if (node.type === 'formula') return [written(node.value, node.display)];
  return 'children' in node ? node.children.flatMap(formulasIn) : [];
};
const bodyOf = async (markdown: string): Promise<string> =>
  strFromU8(unzipSync(await makeDocx(tree(markdown)))['word/document.xml']!);
const compiler = NodeCompiler.create({});
const compiles = (content: string): boolean => {
  const { result } = compiler.compile({ mainFileContent: pageOf('Tea', content) });
  return result !== null;
};
const wellFormed = (xml: string): void => {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
};

describe('in a document the formulas', () => {
  it.each(formulaCases)('of $text are typeset, and nothing else is', async ({ text, formulas }) => {
    expect(formulasIn(parse(text))).toEqual(formulas);
    const equations = formulas.length;
    expect(typstOf(tree(text)).match(/math\.equation\(/g) ?? []).toHaveLength(equations);
    expect((await bodyOf(text)).match(/<m:oMath>/g) ?? []).toHaveLength(equations);
  });

  it('leave amounts of money as they are', async () => {
    const amounts = 'From $5 to $10, or $1,000.50/$2,000.';
    expect(textOf({ type: 'root', children: [...tree(amounts).blocks] })).toBe(amounts);
    expect(await bodyOf(amounts)).toContain(amounts);
    expect(typstOf(tree(amounts))).toContain(amounts);
  });

  it('are real equations of Word', async () => {
    const body = await bodyOf(
      String.raw`$$\sum_{i=1}^n \frac{a_i}{\sqrt[3]{b}} \left[\hat{x}\right] \begin{pmatrix}1&2\\3&4\end{pmatrix} \mathbb{R} \text{if } x$$`,
    );
    wellFormed(body);
    for (const part of [
      '<m:oMathPara>',
      '<m:nary>',
      '<m:f>',
      '<m:rad>',
      '<m:d>',
      '<m:acc>',
      '<m:m>',
      '<m:nor/>',
      'double-struck',
    ])
      expect(body).toContain(part);
  });

  it('that cannot be typeset are shown as source', async () => {
    const tower = `${'\\frac{'.repeat(200)}x${'}{2}'.repeat(200)}`;
    for (const tex of [
      tower,
      '\\rule{100000em}{100000em}',
      '\\unknown{x}',
      '\\def\\a{\\a\\a}\\a',
      '#read("/etc/passwd")',
    ]) {
      expect(mathOf(tex, true)).not.toContain('math.equation');
      expect(await bodyOf(`$$${tex}$$`)).toContain(tex.replaceAll('"', '&quot;').slice(0, 2000));
    }
  });
});

it('generated formulas are typeset, or shown as source, in both formats', () => {
  // The library warns about signs for which its fonts have no metrics.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const set: string[] = [];
  const words: string[] = [];
  for (const tex of generatedFormulas(formulaCount, 2)) {
    const typst = mathOf(tex, true);
    const word = ommlOf(tex, true);
    expect(word !== undefined).toBe(typst.startsWith('math.equation'));
    if (word === undefined) continue;
    words.push(word);
    expect(typst.length).toBeLessThan(200_000);
    set.push(typst);
  }
  expect(set.length).toBeGreaterThan(formulaCount / 10);
  wellFormed(`<x xmlns:m="m" xmlns:w="w">${words.join('')}</x>`);
  for (let from = 0; from < set.length; from += 500)
    expect(compiles(`{ ${set.slice(from, from + 500).join('; ')} }`), String(from)).toBe(true);
}, 240_000);

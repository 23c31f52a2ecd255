import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { targets } from './targets.ts';
import { explainedIn, lineOf, type Mutant, verdictOf } from './verdict.ts';

const mutant = (change: Partial<Mutant> = {}): Mutant => ({
  file: 'a.ts',
  line: 7,
  code: '  if (a &&',
  original: 'a &&\n  b',
  replacement: 'true',
  mutator: 'ConditionalExpression',
  killed: true,
  ...change,
});
const killed = (count: number) => Array.from({ length: count }, () => mutant({ original: 'c' }));
const survivor = mutant({ killed: false });
const reason = { file: 'a.ts', code: 'if (a &&', original: 'a && b', replacement: 'true', reason: 'Both are one.' };

describe('a verdict', () => {
  it('passes at 90 % and not below', () => {
    expect(verdictOf([...killed(9), survivor], [])).toMatchObject({ score: 0.9, problems: [], survived: [survivor] });
    expect(verdictOf([...killed(8), survivor], [])).toMatchObject({
      mutants: 9,
      killed: 8,
      problems: ['88.9 % are killed: less than 90 %.'],
    });
  });

  it('leaves a survivor with a reason out of the score, and knows it by its text on any line', () => {
    expect(verdictOf([...killed(1), { ...survivor, line: 70 }], [reason])).toMatchObject({
      explained: 1,
      survived: [],
      score: 1,
      problems: [],
    });
  });

  it('reports a listed survivor that is killed, or is no longer a mutant', () => {
    expect(verdictOf([mutant()], [reason]).problems).toEqual([
      'a.ts: a && b -> true is listed as a survivor and is killed.',
    ]);
    expect(verdictOf(killed(1), [reason]).problems).toEqual([
      'a.ts: a && b -> true is listed as a survivor and is no longer a mutant.',
    ]);
    expect(verdictOf([mutant({ file: 'b.ts' })], [reason]).problems).toEqual([]);
    expect(verdictOf([{ ...survivor, code: 'while (a &&' }], [reason]).survived).toHaveLength(1);
  });
});

describe('the list of explained survivors', () => {
  it('reads what the command prints, with a reason behind it', () => {
    expect(explainedIn(`file\toriginal\treplacement\treason\n${lineOf(survivor)}\tBoth are one.\n`)).toEqual([reason]);
    expect(() => explainedIn(`file\n${lineOf(survivor)}`)).toThrow('A survivor has no reason');
  });

  it('names only files that are mutated', () => {
    const files = new Set(
      Object.values(targets).flatMap(({ project, mutate }) =>
        mutate.flatMap((glob) => globSync(glob, { cwd: join(workspace, project) }).map((file) => `${project}/${file}`)),
      ),
    );
    const listed = explainedIn(readFileSync(join(import.meta.dirname, 'survivors.tsv'), 'utf8'));
    expect(listed.filter(({ file }) => !files.has(file))).toEqual([]);
  });
});

it.each(Object.entries(targets))('the target %s has files to mutate and tests that run', (_, target) => {
  const root = join(workspace, target.project);
  expect(existsSync(root)).toBe(true);
  for (const glob of [...target.mutate, ...target.tests]) expect(globSync(glob, { cwd: root }), glob).not.toEqual([]);
});

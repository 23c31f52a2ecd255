import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const workspace = join(import.meta.dirname, '../../..');
/** Everything but tests, which write down the exact words that they expect. */
const sources = globSync('{service,shell,shared-kernel,mf-*,deploy,e2e}/**/*.{ts,tsx}', {
  cwd: workspace,
  exclude: (path) => /node_modules|dist|testing|releases/.test(path),
})
  .filter((file) => !/contracts\/(?:failures|sentences\.ts)|\.(?:test|spec|contract)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(workspace, file), 'utf8') }));

describe('what browsers load', () => {
  test('has the types of failures and none of their sentences', () => {
    const loading = sources
      .filter(({ file }) => /^(?!.*contracts\/openapi\.ts$)(?:shell|shared-kernel|mf-)/.test(file))
      .filter(({ text }) => /^(import|export) (?!type)[^;]*contracts\/failures\//m.test(text));
    expect(loading.map(({ file }) => file)).toEqual([]);
  });
});

/** Parts of the sentences in the tables: the text between the values of a template. */
const pieces = globSync(['*.ts', '../sentences.ts'], { cwd: import.meta.dirname, exclude: ['*.test.ts'] })
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
  .flatMap((text) =>
    [...text.matchAll(/'([^'\n]+)'|`([^`]+)`/g)].map(([, quoted, template]) => quoted ?? template ?? ''),
  )
  .flatMap((text) => text.split(/\$\{[^}]*\}/))
  .map((piece) => piece.trim())
  .filter((piece) => piece.split(' ').length > 3);

/** Whole sentences only: a longer sentence that begins with it is another one. */
const hasSentence = (text: string, piece: string): boolean => {
  const at = text.indexOf(piece);
  return at !== -1 && /^['"`<$]/.test(text.slice(at + piece.length).trimStart());
};

describe('sentences', () => {
  test('of failures, and those that answers and screens share, are written once: no other source has one', () => {
    expect(pieces.length).toBeGreaterThan(100);
    const twice = sources.flatMap(({ file, text }) =>
      pieces.filter((piece) => hasSentence(text, piece)).map((piece) => `${file}: ${piece}`),
    );
    expect(twice).toEqual([]);
  });

  test('decide nothing: no program compares one', () => {
    const compares =
      /(?<!typeof )\b(msg|messageOf\([^)]*\))\)? (===|!==) (?!undefined|'')|\.(test|exec)\([^)]*\b(msg|messageOf)\b|\bmsg\??\.(includes|startsWith|match)\(/;
    const comparing = sources.filter(({ text }) => compares.test(text));
    // The answer of `getIpInfo` if nothing has changed is specified as that word (A7.05).
    expect(comparing.map(({ file }) => file)).toEqual(['shell/src/visit/ip-info.ts']);
  });
});

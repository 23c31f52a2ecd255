import { expect, test } from 'vitest';
import { codeFileName } from './code-file.ts';

test.each([
  ['python', 'code.py'],
  ['TypeScript', 'code.ts'],
  ['c++', 'code.cpp'],
  ['tsx', 'code.tsx'],
  ['', 'code.txt'],
  ['klingon', 'code.txt'],
  ['../../x', 'code.txt'],
  ['constructor', 'code.txt'],
])('code in %j is saved as %s', (language, name) => {
  expect(codeFileName(language)).toBe(name);
});

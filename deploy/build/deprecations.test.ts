import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deprecatedUses } from './deprecations.ts';
import { readParts } from './kernel-parts.ts';

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-parts-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
};
const kernelWith = (button: string) =>
  folderWith({ 'package.json': '{ "name": "kernel", "version": "0.3.0" }', 'ui/button.tsx': button });

test('the parts of a kernel are what its public modules export, values and types, with their deprecations', () => {
  const kernel = kernelWith(`import { x } from './x.ts';
/** A button. */
export const Button = () => x;
/** @deprecated until 2030-01-31: use Button. */
export const OldButton = Button;
export interface ButtonProps {}
export { type Look, y as Wide } from './y.ts';
/** @deprecated until 2031-01-31: use Wide. */
export * as all from './y.ts';
const hidden = 1;
`);
  expect(readParts(kernel)).toEqual({
    version: '0.3.0',
    modules: { 'ui/button': ['Button', 'ButtonProps', 'Look', 'OldButton', 'Wide', 'all'] },
    deprecated: {
      'ui/button.OldButton': { until: '2030-01-31', instead: 'use Button.' },
      'ui/button.all': { until: '2031-01-31', instead: 'use Wide.' },
    },
  });
});

test.each(['@deprecated', '@deprecated until soon: use Button.', '@deprecated until 2030-13-45: use Button.'])(
  '%s is refused: it names no day',
  (comment) => {
    expect(() => readParts(kernelWith(`/** ${comment} */\nexport const OldButton = 1;\n`))).toThrow(
      'OldButton of ui/button.tsx is deprecated without a day',
    );
  },
);

test('a build names each deprecated part that the sources of a remote use, with its day and what to use', () => {
  const root = folderWith({
    'src/page.ts': "import { isCallError as is, messageOf } from '@atrium/shared-kernel/client';\n",
    'src/page.test.ts': "import { CallError } from '@atrium/shared-kernel/client';\n",
  });
  expect(deprecatedUses(root)).toEqual([
    'isCallError of @atrium/shared-kernel/client will be removed after 2027-05-31: use isCallFailure of the part `failure`.',
  ]);
});

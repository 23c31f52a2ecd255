import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { workspace } from './data-folder.ts';
import { missingApi } from './deployable.ts';
import { providedKernelApi, usedKernelApi } from './kernel-api.ts';

const packageWith = (files: Record<string, string>) => {
  const root = mkdtempSync(join(tmpdir(), 'atrium-api-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'src/testing'), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  return root;
};

test('a package uses the values that its sources import of shared modules: no types, nothing of its tests', () => {
  const root = packageWith({
    'src/page.tsx': `import { map, type Observable, share as shared } from 'rxjs';
import type { Menu } from '@atrium/shared-kernel/ui/menu';
import {
  Button,
  IconButton,
} from '@atrium/shared-kernel/ui/button';
import { join } from 'node:path';
`,
    'src/page.test.tsx': "import { delay } from 'rxjs';",
    'src/testing/page.tsx': "import { timer } from 'rxjs';",
  });
  const used = usedKernelApi(root);
  expect(used['rxjs']).toEqual(['map', 'share']);
  expect(used['@atrium/shared-kernel/ui/button']).toEqual(['Button', 'IconButton']);
  expect(Object.keys(used)).not.toContain('@atrium/shared-kernel/ui/menu');
  // Contracts use it, and every remote includes contracts.
  expect(used['zod/mini']).toContain('object');
});

test.each(['shell', 'mf-auth', 'mf-chat', 'mf-workspace', 'mf-teams', 'mf-billing'])(
  'the shell of the workspace provides everything that %s uses',
  (name) => {
    const used = usedKernelApi(join(workspace, name));
    expect(Object.keys(used).length).toBeGreaterThan(8);
    expect(missingApi(used, providedKernelApi())).toEqual([]);
  },
);

test('what the shell provides is read from the kernel and the facades, and is unknown for an older shell', () => {
  const given = providedKernelApi();
  expect(given['@atrium/shared-kernel/client']).toEqual([
    'CallError',
    'CallFailure',
    'createClient',
    'isCallError',
    'messageOf',
  ]);
  expect(given['rxjs']).toContain('switchMap');
  expect(missingApi({ rxjs: ['never'] }, given)).toEqual(['uses never of rxjs, which the shell does not provide']);
  expect(missingApi({ rxjs: ['never'] }, undefined)).toEqual([]);
});

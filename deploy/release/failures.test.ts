import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usedContracts } from '@atrium/shared-kernel/compiler/used-contracts';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { contractFile, recordFailures, recordPackage } from './contract-record.ts';
import { workspace } from './data-folder.ts';
import { releaseRecord } from './record.ts';

test.each(['mf-auth', 'mf-billing', 'mf-chat', 'mf-teams', 'mf-workspace', 'shell'])(
  '%s decides by failures that its calls can have',
  (name) => {
    const recorded = recordFailures(callTable);
    const codes = Object.values(usedContracts(join(workspace, name)).failures).flat();
    expect(codes.length).toBeGreaterThan(0);
    expect(Object.keys(recorded)).toEqual(expect.arrayContaining(codes));
  },
);

test('a failure is recorded with its status, its details, and whether a screen has to decide by it', () => {
  const login = callTable.filter(({ name }) => name === 'auth.login');
  expect(recordFailures(login)).toMatchObject({
    'other-person': { status: 409, decisive: true },
    'too-many-logins': { status: 429, details: { properties: { wait: { type: 'number' } } } },
    'wrong-credentials': { status: 400 },
  });
});

test.each(['mf-teams', 'shell'])('what is recorded of %s is read as it was written, to the byte', async (name) => {
  const root = join(workspace, name);
  const contract = await contractFile(root);
  const record = {
    name,
    version: '1.0.0',
    kernel: '1.0.0',
    content: '0'.repeat(64),
    files: [],
    contract: recordPackage(contract!, root),
  };
  expect(JSON.stringify(releaseRecord().parse(record))).toBe(JSON.stringify(record));
});

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { contractFile, recordPackage } from './contract-record.ts';
import { workspace } from './data-folder.ts';
import { failuresHandled, recordFailures } from './failures.ts';
import { releaseRecord } from './record.ts';

const sourcesWith = (text: string): string => {
  const root = mkdtempSync(join(tmpdir(), 'handled-'));
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/page.ts'), text);
  writeFileSync(join(root, 'src/page.test.ts'), "isFailure(error, calls.auth.logout, 'unexpected')");
  return root;
};

test('the codes by which a package decides are read from its sources', () => {
  const root = sourcesWith(`
    if (isFailure(error, calls.auth.changeEmail, 'password-required')) ask();
    const full = isFailure(
      problem,
      calls.teams.joinTeam,
      'no-free-seat',
    ) || isFailure(problem, calls.teams.joinTeam, 'team-plan-ended');
    if (isGeneralFailure(error, 'stale')) again();`);
  expect(failuresHandled(root)).toEqual({
    '*': ['stale'],
    'auth.changeEmail': ['password-required'],
    'teams.joinTeam': ['no-free-seat', 'team-plan-ended'],
  });
});

test('a decision whose code cannot be read is refused', () => {
  expect(() => failuresHandled(sourcesWith('isFailure(error, call, code)'))).toThrow('name the call and the code');
});

test.each(['mf-auth', 'mf-billing', 'mf-chat', 'mf-teams', 'mf-workspace', 'shell'])(
  '%s decides by failures that its calls can have',
  (name) => {
    const recorded = recordFailures(callTable);
    const codes = Object.values(failuresHandled(join(workspace, name))).flat();
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
    content: '',
    files: [],
    contract: recordPackage(contract!, root),
  };
  expect(JSON.stringify(releaseRecord().parse(record))).toBe(JSON.stringify(record));
});

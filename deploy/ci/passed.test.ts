import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openPassed, type Reads } from './passed.ts';

let workspace: string;
const write = (name: string, content: string) => {
  mkdirSync(dirname(join(workspace, name)), { recursive: true });
  writeFileSync(join(workspace, name), content);
};
const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' });
const open = () => openPassed(workspace, join(workspace, '.atrium/passed.json'));
const reads: Reads = ['mf-tea', 'shared-kernel'];

beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'atrium-passed-'));
  onTestFinished(() => rmSync(workspace, { recursive: true }));
  write('.gitignore', '.atrium/\n');
  for (const name of [
    'package.json',
    'mf-tea/a.ts',
    'shared-kernel/b.ts',
    'mf-cup/c.ts',
    'deploy/ci/checks.ts',
    'A.md',
  ])
    write(name, 'one');
  git('init', '-q');
  git('add', '.');
  open().add([['tea', reads]]);
});

describe('a passed check', () => {
  it('is remembered as long as nothing that it read has changed', () => {
    write('mf-cup/c.ts', 'two');
    write('A.md', 'two');
    expect(open().has('tea', reads)).toBe(true);
    expect(open().has('cup', reads)).toBe(false);
  });

  it.each([
    'mf-tea/a.ts',
    'mf-tea/new.ts',
    'shared-kernel/b.ts',
    'package.json',
    'new.config.ts',
    'deploy/ci/checks.ts',
  ])('is not remembered once %s has changed, and is again once that is restored', (name) => {
    write(name, 'two');
    expect(open().has('tea', reads)).toBe(false);
    if (name.includes('new')) rmSync(join(workspace, name));
    else write(name, 'one');
    expect(open().has('tea', reads)).toBe(true);
  });

  it('is not remembered once a file is deleted', () => {
    rmSync(join(workspace, 'mf-tea/a.ts'));
    expect(open().has('tea', reads)).toBe(false);
  });

  it('reads every file if it declares to read everything', () => {
    open().add([['all', 'everything']]);
    expect(open().has('all', 'everything')).toBe(true);
    write('A.md', 'two');
    expect(open().has('all', 'everything')).toBe(false);
  });

  it('is not remembered if a file changed while it ran', () => {
    const running = open();
    write('mf-tea/a.ts', 'two');
    running.add([['tea', reads]]);
    expect(open().has('tea', reads)).toBe(false);
  });

  it('is never remembered without a Git checkout', () => {
    rmSync(join(workspace, '.git'), { recursive: true });
    open().add([['tea', reads]]);
    expect(open().has('tea', reads)).toBe(false);
  });
});

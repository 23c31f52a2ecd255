import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { workspace } from '../release/data-folder.ts';

/** Starts a PostgreSQL with settings as `name=value`, which several instances of the service can share. */
export const startDatabase = async (...settings: readonly string[]): Promise<{ url: string; end(): Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-database-'));
  const child = spawn(
    process.execPath,
    [join(workspace, 'service/src/testing/embedded-server.ts'), folder, ...settings],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: line.replace('Listening: ', ''),
    async end() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';
import { startProduct } from '../local/product.ts';

/** Runs a program of the service's testing tools. */
export const runTool = (name: string, args: readonly string[]): void => {
  execFileSync(process.execPath, [join(workspace, `service/src/testing/${name}.ts`), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
};

/** Starts the product on a data folder that a tool has filled. `ATRIUM_BENCH_LIBRARY` names a folder to reuse. */
export const libraryStage = async (log: (text: string) => void, fill: (data: string) => void) => {
  const existing = process.env['ATRIUM_BENCH_LIBRARY'];
  const data = existing ?? mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  if (!existsSync(join(data, 'terms.json'))) fill(data);
  const product = await startProduct({ port: 0, data, env: {}, log });
  return {
    ...product,
    data,
    async end() {
      await product.stop();
      if (existing === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
};

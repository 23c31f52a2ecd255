import { spawnSync } from 'node:child_process';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';

const texts = () => z.record(z.string(), z.string());
/** The input of a comparison, which runs in its own process. */
export const comparison = () =>
  z.object({
    /** The kernel's folder, with a `tsconfig.json` and a `package.json`. */
    kernel: z.string(),
    /** The declarations of a version, by the names of its sources: `{ "ui/button.tsx": "export declare …" }`. */
    before: texts(),
    /** The sources of the modules to compare, by the modules' names. */
    modules: texts(),
  });
export type Comparison = z.infer<ReturnType<typeof comparison>>;

/**
 * The exports that no longer work for users of the earlier version, such as `ui/button.Button`. A value has to fit
 * where the earlier one did, and accept everything that could be passed to it. A type has to be assignable to the
 * earlier one, or the earlier one to it, and must lose nothing.
 */
export const changedSignatures = (of: Comparison): string[] => {
  const reader = join(import.meta.dirname, `read-signatures${extname(import.meta.filename)}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [reader], {
    input: JSON.stringify(of),
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The compiler could not compare signatures.\n${stderr.trim()}`);
  return z.array(z.string()).parse(JSON.parse(stdout));
};

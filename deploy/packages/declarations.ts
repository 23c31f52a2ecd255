import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicModulesIn } from '../build/kernel-parts.ts';
import { emit } from './emit.ts';

/** The modules of a kernel that have signatures, by their names. */
export const typedModulesIn = (kernel: string): Record<string, string> =>
  Object.fromEntries(Object.entries(publicModulesIn(kernel)).filter(([, file]) => /\.tsx?$/.test(file)));

/**
 * The declarations of the kernel's public modules with all that they depend on: signatures and types, by source file.
 */
export const kernelDeclarations = (kernel: string): Record<string, string> => {
  const compiled = mkdtempSync(join(tmpdir(), 'atrium-declarations-'));
  try {
    const sources = [...Object.values(typedModulesIn(kernel)), 'theme/css.d.ts'];
    emit(
      compiled,
      sources.map((file) => `shared-kernel/${file}`),
      { removeComments: true, emitDeclarationOnly: true },
    );
    const root = join(compiled, 'shared-kernel');
    const nameOf = (file: string) => {
      const stem = file.replace(/\.d\.ts$/, '');
      return existsSync(join(kernel, `${stem}.tsx`)) ? `${stem}.tsx` : `${stem}.ts`;
    };
    return Object.fromEntries(
      globSync('**/*.d.ts', { cwd: root })
        .toSorted()
        .map((file) => [nameOf(file), readFileSync(join(root, file), 'utf8')]),
    );
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
};

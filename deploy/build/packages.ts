import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildConfig } from '@rsbuild/core';
import * as z from 'zod/mini';

const workspace = join(import.meta.dirname, '../..');

/** Folders of the workspace's packages. */
export const packageFolders = (): string[] =>
  readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => entry.name);

const packageFile = z.object({ name: z.string(), version: z.string() });

/** Name and version in the package file of a folder; throws where there is none. */
export const packageIn = (root: string): z.infer<typeof packageFile> =>
  packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** The build configuration in a package's folder. */
export const buildConfigIn = async (root: string): Promise<RsbuildConfig> => {
  const module: { readonly default: RsbuildConfig } = await import(pathToFileURL(join(root, 'rsbuild.config.ts')).href);
  return module.default;
};

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RsbuildConfig } from '@rsbuild/core';
import * as z from 'zod/mini';

const workspace = join(import.meta.dirname, '../..');
const kernelSources = join(workspace, 'shared-kernel');

/**
 * Whether this code runs from the package `@atrium/remote-kit`: then remotes are in another repository, and the kernel
 * is a package.
 */
export const isPackaged = !existsSync(kernelSources);
/** The name under which remotes here import the kernel. */
export const kernelName = isPackaged ? '@atrium/kernel' : '@atrium/shared-kernel';
/** The kernel's folder: its sources in the workspace, otherwise the installed package. */
export const kernelFolder = isPackaged
  ? dirname(createRequire(import.meta.url).resolve('@atrium/kernel/package.json'))
  : kernelSources;

/** A file of this folder that is loaded by path: a source in the workspace, a script in the package. */
export const buildFile = (name: string): string => join(import.meta.dirname, name + extname(import.meta.filename));

const lockfiles = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock'];
/**
 * The folder that contains everything a build of the package in `root` reads: the workspace, or a remote's own
 * repository.
 */
export const repositoryOf = (root: string): string => {
  if (!isPackaged) return workspace;
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder))
    if (lockfiles.some((file) => existsSync(join(folder, file)))) return folder;
  return root;
};

/** The folders of the workspace's packages. */
export const packageFolders = (): string[] =>
  readdirSync(workspace, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(workspace, entry.name, 'package.json')))
    .map((entry) => entry.name);

const packageFile = z.object({ name: z.string(), version: z.string() });

/** Name and version from the package file of a folder; throws if there is none. */
export const packageIn = (root: string): z.infer<typeof packageFile> =>
  packageFile.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** Loads the build configuration of a package's folder. */
export const buildConfigIn = async (root: string): Promise<RsbuildConfig> => {
  const module: { readonly default: RsbuildConfig } = await import(pathToFileURL(join(root, 'rsbuild.config.ts')).href);
  return module.default;
};

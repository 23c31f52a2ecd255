import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Browser } from 'playwright';
import type { OwnRepository } from '../testing/own-repository.ts';
import type { OwnProduct } from '../testing/own-product.ts';
import { remote } from './own-canary-visit.ts';
import { files, type Failure } from './own-canary-failures.ts';

export const environment = 'local';
/** The version without a fault. */
export const good = '1.0.0';

export interface Scenario {
  readonly product: OwnProduct;
  readonly repository: OwnRepository;
  readonly browser: Browser;
  /** Sessions of the two members of the team that gets canaries. */
  readonly members: readonly string[];
  readonly team: string;
}

export const signIn = async (url: string, email: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: 'Atrium1!' }),
  });
  const [cookie = ''] = answer.headers.getSetCookie();
  if (answer.status !== 200) throw new Error(`${email} could not sign in: ${answer.status}`);
  return cookie.split(';')[0] ?? '';
};

/** The version of the remote that a page with this session gets. */
export const given = async ({ url }: OwnProduct, session = ''): Promise<string | undefined> => {
  const fetchSet = () => fetch(`${url}/release-set.json`, { headers: { cookie: session } });
  // An idle keep-alive connection can close just as it is used again, so the request is retried once.
  const set = (await (await fetchSet().catch(fetchSet)).json()) as ReleaseSet;
  return set.remotes.find(({ name }) => name === remote)?.version;
};

/**
 * Publishes the sources as this version, with the edits of a failure applied. The sources themselves stay unchanged.
 */
export const publish = ({ repository }: Scenario, version: string, edits: Failure['edits'] = {}): string => {
  const before = Object.entries(edits).map(([name, edit]) => {
    const file = join(repository.folder, files[name as keyof typeof files]);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const changed = edit(text ?? '');
    if (changed === text) throw new Error(`${file} has nothing that could be broken like that.`);
    writeFileSync(file, changed);
    return { file, text };
  });
  const file = join(repository.folder, 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
  try {
    repository.run('remote-kit', 'publish');
  } finally {
    for (const { file: one, text } of before)
      if (text === undefined) rmSync(one);
      else writeFileSync(one, text);
  }
  return `${remote}@${version}`;
};

export const lastChange = ({ repository }: Scenario): { readonly why?: string; readonly how?: string } => {
  const { entries } = JSON.parse(repository.run('remote-kit', 'history', environment, '--json')) as {
    entries: { why?: string; changes: { how?: string }[] }[];
  };
  return { ...entries[0], ...entries[0]?.changes[0] };
};

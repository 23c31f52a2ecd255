import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { releaseOfScript, versionsIn } from './health.model.ts';

/** A release, as `<remote>@<version>`. */
export type Owner = string;
export type OwnersOf = Pick<ReleaseSet, 'shell' | 'remotes'>;

export const shellOwner = ({ shell }: OwnersOf): Owner => `shell@${shell.version}`;

/** Of what `data-release` says, which is an owner, or `data-part`, which begins with the name of a remote. */
export const ownerOfPart = (set: OwnersOf, named: string): Owner => {
  if (named.includes('@')) return named;
  const remote = set.remotes.find(({ name }) => name === named.split(' ')[0]);
  return remote ? `${remote.name}@${remote.version}` : shellOwner(set);
};

/**
 * Who shows an element: the release that is mounted around it, the remote whose static part it is in, else the shell.
 * web-vitals gets this instead of a selector, which could hold content of a person.
 */
export const ownerOf = (set: OwnersOf, node: Node | null): Owner => {
  const element = node instanceof Element ? node : node?.parentElement;
  const part = element?.closest<HTMLElement>('[data-release], [data-part]');
  return ownerOfPart(set, part?.dataset['release'] ?? part?.dataset['part'] ?? '');
};

/**
 * Who was slow to answer an interaction: the remote whose script ran longest meanwhile, else the owner of what was
 * touched. React calls the handlers of all remotes and comes with the shell, so a script of the shell says nothing.
 */
export const ownerOfInteraction = (set: OwnersOf, touched: Owner | undefined, script = ''): Owner => {
  const { remote, version } = releaseOfScript(script, versionsIn(set)) ?? {};
  return remote && remote !== 'shell' ? `${remote}@${version}` : touched || shellOwner(set);
};

import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import { createRemote, type Remote, type RemotePorts } from './remote.model.ts';

/** The remotes of a release set by name: each with one state, wherever its modules are shown. */
export const createRemotes = (set: ReleaseSet, ports: RemotePorts): ((name: string) => Remote) => {
  const remotes = new Map(set.remotes.map((pinned) => [pinned.name, createRemote(pinned, ports)]));
  return (name) => {
    const remote = remotes.get(name);
    if (!remote) throw new Error(`The release set holds no ${name}.`);
    return remote;
  };
};

import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { FailureReports } from '../remotes/failure.ts';

/** Reports what remotes of a set claim and the set gives to others, naming both: their versions failed in that. */
export const reportForeignClaims = (
  { owners, remotes }: Pick<ReleaseSet, 'owners' | 'remotes'>,
  report: FailureReports['report'],
): void => {
  if (!owners) return;
  for (const { name: remote, version, contract } of remotes) {
    const claims = [
      ...contract.routes.map(({ path, expose }) => ({ claim: `route ${path}`, expose })),
      ...contract.fills.map(({ slot, expose }) => ({ claim: `slot ${slot}`, expose })),
      ...contract.dialogs.map(({ dialog, expose }) => ({ claim: `dialog ${dialog}`, expose })),
      ...contract.dialogs.flatMap(({ shortcut, expose }) =>
        shortcut ? [{ claim: `shortcut ${shortcut}`, expose }] : [],
      ),
    ];
    for (const { claim, expose } of claims) {
      const theirs = owners[claim] ?? [];
      if (theirs.includes(remote)) continue;
      const reason = `claims the ${claim}, which belongs to ${theirs.join(' and ') || 'nobody'}`;
      report({ remote, version, expose, phase: 'entry', reason, recovered: false });
    }
  }
};

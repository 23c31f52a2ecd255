import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { FailureReports } from '../remotes/failure.ts';

/**
 * Reports claims of remotes that the release set assigns to other remotes. Each counts as a failure of the version that
 * makes it.
 */
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
      const assigned = owners[claim] ?? [];
      if (assigned.includes(remote)) continue;
      const reason = `claims the ${claim}, which belongs to ${assigned.join(' and ') || 'nobody'}`;
      report({ remote, version, expose, phase: 'entry', reason, recovered: false });
    }
  }
};

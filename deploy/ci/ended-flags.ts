import { join } from 'node:path';
import { packageFolders } from '../build/packages.ts';
import { contractFile, isShell } from '../release/contract-record.ts';

type Contract = Awaited<ReturnType<typeof contractFile>>;

/** A sentence for each flag that should have been removed by now. `today` has the form `2027-01-31`. */
export const endedFlags = (contracts: readonly Contract[], today: string): string[] =>
  contracts.flatMap((contract) =>
    contract === undefined || isShell(contract)
      ? []
      : Object.entries(contract.flags ?? {})
          .filter(([, { ends }]) => ends < today)
          .map(
            ([name, { ends }]) =>
              `The flag ${contract.name}.${name} expired on ${ends}: remove it from the code, or extend it.`,
          ),
  );

/** The same for all remotes of a workspace, as of today. */
export const endedFlagsIn = async (root: string): Promise<string[]> => {
  const contracts = await Promise.all(packageFolders().map((name) => contractFile(join(root, name))));
  return endedFlags(contracts, new Date().toISOString().slice(0, 10));
};

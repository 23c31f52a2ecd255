import { type FillerDetails, fillerDetails } from '@atrium/shared-kernel/contracts/fillers';
import type { Release, ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Filler, OpenSlots } from '@atrium/shared-kernel/remote';
import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import { createModule, type Stage } from '../composition/module.model.ts';
import type { Modals } from '../modals/modals.model.ts';
import type { FailureReports } from '../remotes/failure.ts';
import type { Remote } from '../remotes/remote.model.ts';
import { holds } from './conditions.ts';

export interface SlotPorts {
  readonly set: Pick<ReleaseSet, 'owners' | 'remotes'>;
  readonly remoteFor: (name: string) => Remote;
  readonly stage: Stage;
  readonly modals: Pick<Modals, 'openByName'>;
  readonly reports: Pick<FailureReports, 'report' | 'fault'>;
  readonly isOn: (flag: string) => boolean;
}

interface Known {
  readonly slot: string;
  readonly expose: string;
  readonly details: FillerDetails;
  readonly filler: Filler;
}

/** Fillers of one remote with the same order keep the order of its contract. */
const byOrder = ({ filler: a }: Known, { filler: b }: Known) => a.order - b.order || a.remote.localeCompare(b.remote);

/** Whether a link leads to a page or a dialog of its own remote. */
const targetsOwn = ({ routes, dialogs }: Release['contract'], { leadsTo }: FillerDetails): boolean =>
  !leadsTo ||
  routes.some(({ path }) => path === leadsTo.path) ||
  dialogs.some(({ dialog }) => dialog === leadsTo.dialog);

/** All fillers that the release set assigns to their remotes. Malformed ones are left out and reported. */
const knownFillers = ({ set: { owners, remotes }, reports: { report } }: SlotPorts): Known[] => {
  const schema = fillerDetails();
  const known = remotes.flatMap(({ name: remote, version, contract }) =>
    contract.fills.flatMap(({ slot, expose, details: given = {} }, at): Known[] => {
      if (owners && !owners[`slot ${slot}`]?.includes(remote)) return [];
      const details = schema.safeParse(given);
      if (!details.success || !targetsOwn(contract, details.data)) {
        const issues = details.error?.issues ?? [{ path: ['leadsTo'] }];
        const invalidPaths = issues.map(({ path }) => path.join('.') || 'details').join(', ');
        const reason = `fills the slot ${slot} with what is not valid: ${invalidPaths}`;
        report({ remote, version, expose, phase: 'entry', reason, recovered: false });
        return [];
      }
      const { label = '', icon, group, order = 0 } = details.data;
      return [
        {
          slot,
          expose,
          details: details.data,
          // One module may be several links, each with props of its own.
          filler: { id: `${slot} ${remote} ${expose} ${at}`, remote, label, icon, group, order },
        },
      ];
    }),
  );
  return known.toSorted(byOrder);
};

/**
 * Mounts fillers as the shell mounts all modules: each as its own parcel, with its own budgets, fallback and reports.
 */
export const openSlots = (ports: SlotPorts): OpenSlots => {
  const { remoteFor, stage, modals, isOn } = ports;
  const { navigation, session } = stage.host;
  const all = knownFillers(ports);
  const byId = new Map(all.map((one) => [one.filler.id, one]));
  const knownAs = ({ id }: Filler): Known => {
    const known = byId.get(id);
    if (!known) throw new Error(`The release set has no filler ${id}.`);
    return known;
  };
  return {
    fillers: (slot) => {
      const its = all.filter((one) => one.slot === slot);
      return combineLatest([session.user$, navigation.location$]).pipe(
        map(([user, { pathname }]) => its.filter(({ details }) => holds(details, { user, pathname, isOn }))),
        distinctUntilChanged((a, b) => a.length === b.length && a.every((one, at) => one === b[at])),
        map((there) => there.map(({ filler }) => filler)),
      );
    },
    show(filler, { element, input, close }) {
      const { expose } = knownAs(filler);
      const remote = remoteFor(filler.remote).forFiller(expose);
      return createModule(stage, { remote, expose, container: element, input, close });
    },
    blame: ({ remote }, reason) => ports.reports.fault({ remote, reason }),
    follow(filler) {
      const { path, dialog, props } = knownAs(filler).details.leadsTo ?? {};
      if (path !== undefined) navigation.navigate(path);
      else if (dialog !== undefined) void modals.openByName(dialog, props);
    },
  };
};

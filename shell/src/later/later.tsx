import { busyChanged } from '@atrium/shared-kernel/contracts/events/chat';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';
import type { Bus, Client, Navigation } from '@atrium/shared-kernel/remote';
import type { ReactNode } from 'react';
import { type BehaviorSubject, interval, type Observable, type Unsubscribable } from 'rxjs';
import { reportHealth } from '../health/health.model.ts';
import type { FailureReports } from '../remotes/failure.ts';
import type { Modals } from '../modals/modals.model.ts';
import { reportForeignClaims } from './foreign-claims.ts';
import { shownTitle } from './shown-title.ts';
import { createUpdateOffer, fetchSetId } from '../update/update.model.ts';
import { UpdatePrompt } from '../update/update-prompt.tsx';

interface Started {
  readonly set: Pick<ReleaseSet, 'id' | 'owners' | 'remotes'>;
  readonly bus: Bus;
  readonly client: Client;
  readonly reports: FailureReports;
  readonly errors$: Observable<ErrorEvent | PromiseRejectionEvent>;
  readonly navigation: Navigation;
  readonly modals: Pick<Modals, 'stack$'>;
  readonly shownTitle$: BehaviorSubject<string>;
  /** Told of loads until now. */
  readonly early: Unsubscribable;
}

const every = { healthReport: 5000, updateLook: 60_000 };

/** What a page begins after its first look: it tells how remotes fare. Answers what offers a newer version. */
export const startLater = ({ early, ...parts }: Started): ReactNode => {
  const { set, bus, client, reports, errors$, shownTitle$ } = parts;
  early.unsubscribe();
  shownTitle(parts).subscribe(shownTitle$);
  reportHealth({ reports, client, errors$, page: window, ticks$: interval(every.healthReport) });
  reportForeignClaims(set, reports.report);
  const update = createUpdateOffer({
    id: set.id,
    currentId: fetchSetId,
    ticks$: interval(every.updateLook),
    busy$: bus.on(busyChanged),
  });
  return <UpdatePrompt update={update} reload={() => window.location.reload()} />;
};

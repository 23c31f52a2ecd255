import { fromEvent, type Observable, type Subscription } from 'rxjs';
import type { RemoteLoad } from '../remotes/failure.ts';

/**
 * Reports the loads of a page that is left before the health reports have started; `loads$` replays earlier ones.
 * Without this, people who leave early would count with their failures only.
 */
export const reportOnEarlyLeave = (page: Window, loads$: Observable<RemoteLoad>): Subscription =>
  fromEvent(page, 'pagehide').subscribe(() => {
    const reports: object[] = [];
    loads$.subscribe(({ remote, version }) => reports.push({ remote, version, kind: 'loaded' })).unsubscribe();
    const body = new Blob([JSON.stringify({ reports })], { type: 'application/json' });
    if (reports.length > 0) page.navigator.sendBeacon('/api/reportReleases', body);
  });

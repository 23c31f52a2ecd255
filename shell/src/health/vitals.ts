import type { VitalMetric } from '@atrium/shared-kernel/contracts/vitals';
import { filter, fromEvent, map, Observable, take } from 'rxjs';
import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals/attribution';
import { releaseOfScript, versionsIn, type Vital } from './health.model.ts';
import type { ReleaseSet } from '@atrium/shared-kernel/contracts/release-set';

/** A release, as `<remote>@<version>`. */
type Owner = string;
type OwnersOf = Pick<ReleaseSet, 'shell' | 'remotes'>;

const shellOwner = ({ shell }: OwnersOf): Owner => `shell@${shell.version}`;

/**
 * The owner named by `data-release`, which is an owner already, or by `data-part`, which begins with the name of a
 * remote.
 */
const ownerOfPart = (set: OwnersOf, named: string): Owner => {
  if (named.includes('@')) return named;
  const remote = set.remotes.find(({ name }) => name === named.split(' ')[0]);
  return remote ? `${remote.name}@${remote.version}` : shellOwner(set);
};

/**
 * The owner of an element: the release mounted around it, the remote whose static part contains it, or the shell.
 * web-vitals gets this instead of a selector, which could contain personal content.
 */
export const ownerOf = (set: OwnersOf, node: Node | null): Owner => {
  const element = node instanceof Element ? node : node?.parentElement;
  const part = element?.closest<HTMLElement>('[data-release], [data-part]');
  return ownerOfPart(set, part?.dataset['release'] ?? part?.dataset['part'] ?? '');
};

/**
 * The owner of a slow interaction: the remote whose script ran longest, or else the owner of the target. React comes
 * with the shell and calls the handlers of all remotes, so a script of the shell says nothing.
 */
export const ownerOfInteraction = (set: OwnersOf, target: Owner | undefined, script = ''): Owner => {
  const { remote, version } = releaseOfScript(script, versionsIn(set)) ?? {};
  return remote && remote !== 'shell' ? `${remote}@${version}` : (target ?? shellOwner(set));
};

/**
 * The owner in what web-vitals names as the target. For an element that is gone it names an id or a selector by itself,
 * which stays in the page.
 */
const ownerIn = (target: string | undefined): Owner | undefined =>
  target !== undefined && /^[\w.+-]+@[\w.+-]+$/.test(target) ? target : undefined;

/** After this many milliseconds, a first key says when somebody had something to write, not how fast the page was. */
const maxFirstKey = 60_000;
const maxValue = 600_000;
/** The mark that the page's own script sets; its `detail` names the parts that were on the screen. */
const firstKey = 'first-key';

const vitalOf = (owner: Owner, metric: VitalMetric, value: number): Vital => {
  const [remote = '', version = ''] = owner.split(/@(.*)/s);
  return { kind: 'vital', remote, version, metric, value: Math.min(maxValue, Math.max(0, value)) };
};

/**
 * The time until a field accepted the first key, for each part that was on the screen, because the key waited for all
 * of them. Empty if the page was hidden before, or if nobody typed for a minute.
 */
export const firstKeyVitals = (set: OwnersOf, timeline: Performance): Vital[] => {
  const [mark] = timeline.getEntriesByName(firstKey, 'mark');
  if (!mark || mark.startTime > maxFirstKey) return [];
  const hidden = timeline.getEntriesByType('visibility-state').find(({ name }) => name === 'hidden');
  if (hidden && hidden.startTime < mark.startTime) return [];
  const parts: unknown = 'detail' in mark ? mark.detail : [];
  const owners = Array.isArray(parts) ? parts.map((part) => ownerOfPart(set, String(part))) : [];
  return [...new Set([...owners, shellOwner(set)])].map((owner) => vitalOf(owner, firstKey, mark.startTime));
};

/**
 * Measurements of this page, as soon as each is known. Most are known when the page is hidden, and are emitted again if
 * they get worse.
 */
export const measureVitals = (set: OwnersOf, page: Window): Observable<Vital> =>
  new Observable((vitals) => {
    const measured = (metric: VitalMetric, value: number, owner: Owner | undefined) =>
      vitals.next(vitalOf(owner ?? shellOwner(set), metric, value));
    const generateTarget = (node: Node | null) => ownerOf(set, node);
    onLCP(({ value, attribution }) => measured('lcp', value, ownerIn(attribution.target)), { generateTarget });
    onCLS(({ value, attribution }) => measured('cls', value, ownerIn(attribution.largestShiftTarget)), {
      generateTarget,
    });
    onINP(
      ({ value, attribution: { interactionTarget, longestScript } }) =>
        measured('inp', value, ownerOfInteraction(set, ownerIn(interactionTarget), longestScript?.entry.sourceURL)),
      { generateTarget },
    );
    onTTFB(({ value }) => measured('ttfb', value, undefined));
    const found$ = fromEvent(page, 'visibilitychange', { capture: true }).pipe(
      map(() => firstKeyVitals(set, page.performance)),
      filter((found) => found.length > 0),
      take(1),
    );
    return found$.subscribe((found) => {
      for (const vital of found) vitals.next(vital);
    });
  });

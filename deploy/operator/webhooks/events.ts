import type { Entry } from '../../release/registry.ts';
import { actionText } from '../../release/operators/actions.ts';
import { type AuditHead, type AuditLine, headOf } from '../../release/operators/audit.ts';
import type { RequestState } from '../desk-state.ts';
import type { SetProblem } from '../../release/set-problem.ts';

/** An event for other programs. `id` stays the same each time the event is sent. */
export interface OperatorEvent {
  readonly id: string;
  readonly type:
    | 'request.waiting'
    | 'request.done'
    | 'request.refused'
    | 'canary.ended'
    | 'error_budget.burned'
    | 'set.refused';
  /** ISO 8601. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A receiver's progress. */
export interface Cursor {
  readonly line: number;
  readonly request: number;
  readonly step: number;
  /** The code of the last reported problem; empty for none. */
  readonly problem: string;
}

export interface Seen {
  readonly environment: string;
  readonly trail: readonly AuditLine[];
  /** At least all that have not ended, the newest first. */
  readonly requests: readonly RequestState[];
  readonly history: readonly Entry[];
  readonly problem: SetProblem | undefined;
  /** Since when there is this problem, or none, in ISO 8601. */
  readonly since: string;
}

/** An event, and the receiver's progress after it is delivered. */
export interface Next {
  readonly event: OperatorEvent;
  readonly cursor: Cursor;
}

export const cursorNow = ({ trail, requests, history, problem }: Seen): Cursor => ({
  line: trail.length,
  request: requests[0]?.number ?? 0,
  step: history[0]?.number ?? 0,
  problem: problem?.code ?? '',
});

const ofLine = ({ environment }: Seen, line: AuditLine, audit: AuditHead): OperatorEvent | undefined => {
  const { entry, at, number } = line;
  const id = `${environment}.line.${number}`;
  if (entry.kind === 'done')
    return {
      id,
      type: 'request.done',
      at,
      data: {
        environment,
        request: entry.request,
        by: entry.person,
        approvedBy: entry.approvedBy,
        what: actionText(environment, entry.action),
        set: entry.serial,
        audit,
      },
    };
  if (entry.kind !== 'refused') return undefined;
  const { request, code, why, by } = entry;
  return { id, type: 'request.refused', at, data: { environment, request, code, why, by, audit } };
};

/** Whether a pin names who gets its canary, as `1.0.0, 10 % 2.0.0` and `1.0.0, team 66… 2.0.0` do. */
const hasCanary = (pin: string): boolean =>
  pin.split(', ').some((one) => one.includes(' ') && !one.startsWith('before '));

/** Whether a change ends a canary. Settings and flags have a part of several words. */
const endsCanary = ({ part, from = '', to = '', how }: Entry['changes'][number]): boolean =>
  !part.includes(' ') && hasCanary(from) && !hasCanary(to) && how !== 'canary';

const ofStep = ({ environment }: Seen, step: Entry, audit: AuditHead): OperatorEvent[] =>
  step.changes.filter(endsCanary).flatMap(({ part, from, to, how }): OperatorEvent[] => {
    const data = { environment, part, from, to, how, by: step.by, why: step.why, audit };
    const id = `${environment}.step.${step.number}.${part}`;
    const byItself = how === 'rollback by itself';
    return [
      ...(byItself
        ? [{ id: `${id}.budget`, type: 'error_budget.burned' as const, at: step.at, data: { ...data, by: 'watch' } }]
        : []),
      { id, type: 'canary.ended', at: step.at, data: byItself ? { ...data, by: 'watch' } : data },
    ];
  });

/** The events that a receiver has not received yet, the oldest of each kind first. */
export const eventsAfter = (seen: Seen, cursor: Cursor): Next[] => {
  const { environment, trail, requests, history, problem, since } = seen;
  const audit = headOf(trail);
  let so = cursor;
  const found: Next[] = [];
  const add = (events: readonly (OperatorEvent | undefined)[], more: Partial<Cursor>) => {
    so = { ...so, ...more };
    for (const event of events) if (event) found.push({ event, cursor: so });
  };
  for (const step of history.filter(({ number }) => number > cursor.step).toReversed())
    add(ofStep(seen, step, audit), { step: step.number });
  for (const { number, state, person, request, missing } of requests.toReversed())
    if (number > cursor.request) {
      const what = request && actionText(environment, request.action);
      const data = { environment, request: number, by: person, what, missing, expires: request?.expires, audit };
      const id = `${environment}.waiting.${number}`;
      add(state === 'waiting' ? [{ id, type: 'request.waiting', at: request?.at ?? since, data }] : [], {
        request: number,
      });
    }
  for (const line of trail.slice(cursor.line)) add([ofLine(seen, line, audit)], { line: line.number });
  const code = problem?.code ?? '';
  if (code !== cursor.problem)
    add(
      problem
        ? [
            {
              id: `${environment}.set.${code}.${since}`,
              type: 'set.refused',
              at: since,
              data: { environment, ...problem, audit },
            },
          ]
        : [],
      { problem: code },
    );
  return found;
};

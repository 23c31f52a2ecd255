import { getIpInfo } from '@atrium/shared-kernel/contracts/calls/session';
import type { IpInfo } from '@atrium/shared-kernel/contracts/entities/user';
import type { Behavior, Client, KeyValue } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';

const parts = ['ip', 'region', 'postal', 'country'] as const;
const keyOf = (part: string) => `ipInfo.${part}`;

export interface OwnedIpInfo {
  readonly ipInfo$: Behavior<IpInfo | undefined>;
  /** Requests the location of this browser from the service. After a failure, the cached one stays. */
  readonly refresh: () => Promise<void>;
}

/** The location of the visit in four cached values (A7.05). */
export const createIpInfo = (client: Client, local: KeyValue): OwnedIpInfo => {
  const cached = (): IpInfo | undefined => {
    const values = parts.map((part) => [part, local.get(keyOf(part))] as const);
    return values.every(([, value]) => value) ? Object.fromEntries(values) : undefined;
  };
  const ipInfo$ = new BehaviorSubject(cached());
  return {
    ipInfo$,
    async refresh() {
      try {
        const answer = await client.call(getIpInfo, { lastUsedIp: cached()?.ip ?? '' });
        if (answer.msg === 'current') return;
        for (const part of parts) {
          const value = answer[part];
          if (value) local.set(keyOf(part), value);
          else local.remove(keyOf(part));
        }
        ipInfo$.next(answer);
      } catch {
        // Prices fall back to the default country: the visit goes on without a location.
        ipInfo$.next(cached());
      }
    },
  };
};

import { pushNotSetUp, subscribeFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import { isFailure } from '@atrium/shared-kernel/failure';
import { pushFlags } from '@atrium/shared-kernel/push/push-flags';
import { publicKey, type PushParts as Subscriber, subscribeBrowser } from '@atrium/shared-kernel/push/subscribe';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Alerts, Behavior, Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';

/** A4.19. */
export type PushState = 'loading' | 'on' | 'off';

export interface PushModel {
  readonly state$: Behavior<PushState>;
  /** Why notifications cannot be turned on here. Undefined if they can. */
  readonly missing$: Behavior<string | undefined>;
  readonly turnOn: () => Promise<void>;
  readonly turnOff: () => Promise<void>;
}

export interface PushParts extends Subscriber {
  readonly scope: Pick<Scope, 'signal'>;
  readonly alerts: Pick<Alerts, 'show'>;
  /** Whether this installation sends push notifications. Older services do not say, and are asked for their key. */
  readonly available: boolean;
}

const denied = 'Notifications permission denied.';

/** Why notifications cannot be turned on here, as far as that is known without the service. */
const whyMissing = ({ push, available }: Pick<PushParts, 'push' | 'available'>): string | undefined => {
  if (!push.supported) return 'This browser can’t show notifications.';
  return available ? undefined : pushNotSetUp;
};

/**
 * Notifications of this browser: loading, on or off (A4.19). If they are allowed, they are subscribed automatically
 * once per visit, unless the user has turned them off here (A4.20).
 */
export const createPush = ({ scope, alerts, available, ...parts }: PushParts): PushModel => {
  const { client, storage, push, userId } = parts;
  const state$ = new BehaviorSubject<PushState>('loading');
  const missing$ = new BehaviorSubject<string | undefined>(undefined);
  const flags = pushFlags(storage, userId);
  const alertError = (message: string) => alerts.show({ message, type: 'error', time: toastTimes.medium });
  const set = (state: PushState) => {
    if (!scope.signal.aborted) state$.next(state);
  };

  const subscribe = async (key: string): Promise<void> => {
    await subscribeBrowser(parts, key);
    set('on');
  };

  const start = async (): Promise<void> => {
    const missing = whyMissing({ push, available });
    if (missing !== undefined) {
      missing$.next(missing);
      return set('off');
    }
    try {
      const key = await publicKey(parts);
      if (push.permission() !== 'granted' || flags.unsubscribed()) return set('off');
      if (flags.on()) return set('on');
      await subscribe(key);
    } catch (error) {
      // The user has not pressed anything, so a failure is shown next to the switch instead of in an alert.
      if (isFailure(error, calls.push.publicPushKey, 'push-not-set-up'))
        missing$.next(messageOf(error, subscribeFailed));
      set('off');
    }
  };
  void start();

  return {
    state$,
    missing$,
    async turnOn() {
      if (state$.value !== 'off') return;
      set('loading');
      try {
        if ((await push.requestPermission()) !== 'granted') {
          alertError(denied);
          return set('off');
        }
        await subscribe(await publicKey(parts));
      } catch (error) {
        alertError(messageOf(error, subscribeFailed));
        set('off');
      }
    },
    async turnOff() {
      if (state$.value !== 'on') return;
      set('loading');
      try {
        const fcmToken = flags.token();
        if (fcmToken !== undefined) await client.call(calls.push.fcmUnsubscribe, { fcmToken });
        await push.unsubscribe();
        flags.turnedOff();
        set('off');
      } catch (error) {
        alertError(messageOf(error, 'Failed to unsubscribe, please try again.'));
        set('on');
      }
    },
  };
};

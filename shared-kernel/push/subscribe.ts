import type { Client } from '../client/client.ts';
import * as calls from '../contracts/calls.ts';
import type { Storage } from '../remote/host.ts';
import type { BrowserPush } from './browser-push.ts';
import { pushFlags } from './push-flags.ts';

export interface PushParts {
  readonly client: Pick<Client, 'call'>;
  readonly storage: Storage;
  readonly push: BrowserPush;
  /** The id of the user who gets the notifications. */
  readonly userId: string;
}

export const publicKey = async ({ client }: Pick<PushParts, 'client'>): Promise<string> =>
  (await client.call(calls.push.publicPushKey, {})).key;

/** Subscribes this browser with the service's public key, and stores that. */
export const subscribeBrowser = async ({ client, storage, push, userId }: PushParts, key: string): Promise<void> => {
  const subscription = await push.subscribe(key);
  const { fcmToken } = await client.call(calls.push.registerBrowser, subscription);
  await client.call(calls.push.fcmSubscribe, { fcmToken });
  pushFlags(storage, userId).subscribed(fcmToken);
};

/** Whether the user wants notifications in this browser and their subscription has not been renewed in this visit. */
const isDue = ({ storage, push, userId }: PushParts): boolean => {
  if (!push.supported || push.permission() !== 'granted') return false;
  const flags = pushFlags(storage, userId);
  return !flags.unsubscribed() && !flags.on();
};

/** Renews the subscription at the start of a visit, as specified in A4.20 and A4.21. Never rejects. */
export const renewPush = async (parts: PushParts): Promise<void> => {
  if (!isDue(parts)) return;
  try {
    await subscribeBrowser(parts, await publicKey(parts));
  } catch {
    // Nobody requested this, so the failure is not shown. The settings show what is missing, and the next visit tries
    // again.
  }
};

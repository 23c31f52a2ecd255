/** What the browser's own push service gave it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Notifications as this browser can show them. */
export interface BrowserPush {
  /** Whether it has what that takes. */
  readonly supported: boolean;
  permission(): NotificationPermission;
  /** Asks the person, where they have not said yet. */
  ask(): Promise<NotificationPermission>;
  /** Subscribes with the service's public key; an older subscription with another key ends. */
  subscribe(publicKey: string): Promise<BrowserSubscription>;
  unsubscribe(): Promise<void>;
}

/** At the root of the origin: a worker serves what lies below it. */
const worker = '/push-worker.js';

declare global {
  /** Not in the DOM types of TypeScript, nor in every browser. */
  // oxlint-disable-next-line no-var -- a property of the global object can only be declared so
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL: (url: string) => string },
        ): { createScriptURL(url: string): string };
      }
    | undefined;
}

/** The page takes addresses of scripts from a policy alone, where the browser knows such. */
const trusted = (url: string): string => {
  const { trustedTypes } = globalThis;
  const rules = { createScriptURL: (asked: string) => (asked === worker ? asked : '') };
  return trustedTypes ? trustedTypes.createPolicy('mf', rules).createScriptURL(url) : url;
};

const registered = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(trusted(worker), { scope: '/' });
  return navigator.serviceWorker.ready;
};

const bytesOf = (publicKey: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.codePointAt(0) ?? 0);

const subscriptionOf = (made: PushSubscription): BrowserSubscription => {
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
};

export const browserPush = (): BrowserPush => ({
  supported: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
  permission: () => Notification.permission,
  ask: () => Notification.requestPermission(),
  async subscribe(publicKey) {
    const { pushManager } = await registered();
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
    try {
      return subscriptionOf(await pushManager.subscribe(options));
    } catch (error) {
      const older =
        error instanceof Error && error.name === 'InvalidStateError' && (await pushManager.getSubscription());
      if (!older) throw error;
      await older.unsubscribe();
      return subscriptionOf(await pushManager.subscribe(options));
    }
  },
  async unsubscribe() {
    const registration = await navigator.serviceWorker.getRegistration('/');
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  },
});

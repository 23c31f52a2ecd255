/** The subscription that the browser's own push service returned. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** The notifications of this browser. */
export interface BrowserPush {
  /** Whether the browser supports notifications. */
  readonly supported: boolean;
  permission(): NotificationPermission;
  /** Asks the user for permission, unless they have decided already. */
  requestPermission(): Promise<NotificationPermission>;
  /** Subscribes with the service's public key. An older subscription with another key ends. */
  subscribe(publicKey: string): Promise<BrowserSubscription>;
  unsubscribe(): Promise<void>;
}

/** At the root of the origin, because a worker only serves what is below it. */
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

/** In browsers with Trusted Types, the page accepts script URLs only from a policy. */
const trusted = (script: string): string => {
  const { trustedTypes } = globalThis;
  const rules = { createScriptURL: (url: string) => (url === worker ? url : '') };
  return trustedTypes ? trustedTypes.createPolicy('mf', rules).createScriptURL(script) : script;
};

const registered = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(trusted(worker), { scope: '/' });
  return navigator.serviceWorker.ready;
};

const bytesOf = (publicKey: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  );

const subscriptionOf = (subscription: PushSubscription): BrowserSubscription => {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
};

export const browserPush = (): BrowserPush => ({
  supported: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
  permission: () => Notification.permission,
  requestPermission: () => Notification.requestPermission(),
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

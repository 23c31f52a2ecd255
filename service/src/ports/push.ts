/** What a notification says, and the page of the product that it opens. */
export interface PushNote {
  readonly title: string;
  readonly body: string;
  /** An absolute address of the product. */
  readonly link: string;
}

/** `gone`: this browser takes no more notifications, ever. `failed`: it may another time. */
export type PushResult = 'sent' | 'gone' | 'failed';

/** What a browser's own push service gave it. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends notifications to browsers. */
export interface PushPort {
  /** The key that browsers subscribe with; none where notifications are not set up. */
  readonly publicKey: string | undefined;
  /** The token under which Firebase knows the browser's subscription; undefined where it does not take it. Never throws. */
  register(subscription: BrowserSubscription): Promise<string | undefined>;
  /** Never throws. */
  send(token: string, note: PushNote): Promise<PushResult>;
}

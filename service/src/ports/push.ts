/** The text of a notification, and the page of the product that it opens. */
export interface PushNote {
  readonly title: string;
  readonly body: string;
  /** An absolute URL of the product. */
  readonly link: string;
  /** A browser shows only the newest notification with this tag. */
  readonly tag: string;
}

/** `gone`: the registration has ended for good. `failed`: a later attempt may succeed. */
export type PushResult = 'sent' | 'gone' | 'failed';

/** The subscription that the browser received from its push service. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Sends notifications to browsers. */
export interface PushPort {
  /** The key that browsers subscribe with; undefined if notifications are not set up. */
  readonly publicKey: string | undefined;
  /** Firebase's token for the browser's subscription; undefined if Firebase does not accept it. Never throws. */
  register(subscription: BrowserSubscription): Promise<string | undefined>;
  /** Never throws. */
  send(token: string, note: PushNote): Promise<PushResult>;
}

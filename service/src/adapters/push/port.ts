/** What a notification says, and the page of the product that it opens. */
export interface PushNote {
  readonly title: string;
  readonly body: string;
  /** An absolute address of the product. */
  readonly link: string;
}

/** `gone`: this browser takes no more notifications, ever. `failed`: it may another time. */
export type PushResult = 'sent' | 'gone' | 'failed';

/** Sends notifications to browsers. */
export interface PushPort {
  /** The key that browsers subscribe with; none where notifications are not set up. */
  readonly publicKey: string | undefined;
  /** Never throws. */
  send(token: string, note: PushNote): Promise<PushResult>;
}

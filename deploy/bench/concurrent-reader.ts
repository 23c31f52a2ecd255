import { chat } from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { linesOf } from './reply-lines.ts';

/** What is known of one reply: from whichever instance it was read. */
export class Reading {
  text = '';
  seq = 0;
  messageId = '';
  outcome: 'complete' | 'stopped' | 'failed' | undefined;
  /** Events that did not follow the one before them. */
  gaps = 0;

  private apply(item: ReplyItem) {
    if (item.seq !== this.seq + 1) this.gaps += 1;
    this.seq = item.seq;
    if (item.type === 'id') this.messageId = item.id;
    if (item.type === 'text') this.text += item.text;
    if (item.type === 'textFinal') this.text = item.text;
    if (item.type === 'end') this.outcome = item.outcome;
  }

  /** Reads an answer until its end, or until it breaks or `enough` says so. */
  async read(response: Response, enough = () => false): Promise<void> {
    try {
      for await (const line of linesOf(response)) {
        this.apply(JSON.parse(line) as ReplyItem);
        if (enough()) return;
      }
    } catch (error) {
      // A killed instance breaks its lines; what was read counts.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Goes on reading on the instance at `url`. */
  async resume(url: string, headers: Record<string, string>): Promise<void> {
    const query = `messageId=${this.messageId}&after=${this.seq}`;
    await this.read(await fetch(`${url}/api${chat.followReply.path}?${query}`, { headers }));
  }
}

import { chat } from '@atrium/shared-kernel/contracts/calls';
import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { linesOf } from './reply-lines.ts';

/** What was read of one reply, from any instance. */
export class Reading {
  text = '';
  seq = 0;
  messageId = '';
  outcome: 'complete' | 'stopped' | 'failed' | undefined;
  /** Events that do not directly follow the event before them. */
  gaps = 0;

  private apply(item: ReplyItem) {
    if (item.seq !== this.seq + 1) this.gaps += 1;
    this.seq = item.seq;
    if (item.type === 'id') this.messageId = item.id;
    if (item.type === 'text') this.text += item.text;
    if (item.type === 'textFinal') this.text = item.text;
    if (item.type === 'end') this.outcome = item.outcome;
  }

  /** Reads a response until it ends or breaks, or until `enough` returns true. */
  async read(response: Response, enough = () => false): Promise<void> {
    try {
      for await (const line of linesOf(response)) {
        this.apply(JSON.parse(line) as ReplyItem);
        if (enough()) return;
      }
    } catch (error) {
      // A killed instance breaks its connections. What was read until then counts.
      if (!(error instanceof TypeError)) throw error;
    }
  }

  /** Continues reading from the instance at `url`. */
  async resume(url: string, headers: Record<string, string>): Promise<void> {
    const query = `messageId=${this.messageId}&after=${this.seq}`;
    await this.read(await fetch(`${url}/api${chat.followReply.path}?${query}`, { headers }));
  }
}

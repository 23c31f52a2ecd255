import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import { namesFor } from '../../domain/models/model-names.ts';
import type { LineStream, UserContext } from '../implement.ts';

/** Streams a reply's events after `after` as lines, as fast as the browser reads them. */
export const writeReply = async (
  { services: { replies, catalog }, user }: Pick<UserContext, 'services' | 'user'>,
  messageId: string,
  after: number,
  lines: LineStream<ReplyItem>,
): Promise<void> => {
  const named = namesFor(catalog, user);
  for await (const items of replies.follow(messageId, after, lines.closed)) {
    for (const item of items) if (!lines.write(item.type === 'modal' ? named(item) : item)) await lines.drained();
    if (lines.closed.aborted) return;
  }
};

import type { ReplyItem } from '@atrium/shared-kernel/contracts/entities/stream';
import type { LineStream } from '../implement.ts';

/** Writes a reply's events as lines, as fast as the browser reads them. */
export const writeReply = async (
  batches: AsyncIterable<readonly ReplyItem[]>,
  lines: LineStream<ReplyItem>,
): Promise<void> => {
  for await (const items of batches) {
    for (const item of items) if (!lines.write(item)) await lines.drained();
    if (lines.closed.aborted) return;
  }
};

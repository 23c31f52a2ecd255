import * as events from '#contracts/events/chat';
import { expect, test } from 'vitest';
import { createBaseHost } from './host.ts';
import { createStorage } from './visit/storage.ts';

test('a payload that breaks its contract is attributed to its sender, and to nobody if only a listener cannot read it', () => {
  const faults: unknown[] = [];
  const lines: string[] = [];
  const { bus } = createBaseHost(createStorage(), {
    log: (line) => lines.push(line),
    fault: (one) => faults.push(one),
  });
  bus.emit(events.busyChanged, { streaming: 'yes' } as never);
  expect(faults).toEqual([
    { remote: 'mf-chat', reason: expect.stringContaining('broke the contract of chat.busyChanged (producer)') },
  ]);
  const other = { ...events.busyChanged, payload: () => events.created.payload() };
  bus.on(other as never).subscribe();
  bus.emit(events.busyChanged, { streaming: true, draft: false });
  expect(faults).toHaveLength(1);
  expect(lines).toEqual([expect.stringContaining('mf-chat broke the contract of chat.busyChanged (consumer)')]);
});

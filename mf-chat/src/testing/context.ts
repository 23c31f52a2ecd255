import type { ContextReport } from '@atrium/shared-kernel/contracts/entities/context';
import type { ChatContext } from '../context/context.api.ts';
import { messageId } from './replies.ts';

/** A report of 9,000 of 24,000 tokens: 38 percent. */
export const contextReport = (change: Partial<ContextReport> = {}): ContextReport => ({
  window: 24_000,
  limit: 24_000,
  used: 9000,
  counted: 'exact',
  parts: [
    { kind: 'system', tokens: 400 },
    { kind: 'memories', tokens: 100, count: 1 },
    { kind: 'summary', tokens: 500, count: 42 },
    { kind: 'turns', tokens: 7000, count: 2, cut: true },
    { kind: 'prompt', tokens: 1000 },
  ],
  turns: [
    { messageId: '1'.repeat(24), tokens: 3000, cut: true },
    { messageId: '2'.repeat(24), tokens: 4000 },
  ],
  memories: [],
  ...change,
});

export const chatContext = (change: Partial<ChatContext> = {}): ChatContext => ({
  last: { messageId, report: contextReport() },
  next: contextReport(),
  pinned: [],
  ...change,
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { type GroupName, groupChats } from './chat-groups.ts';
import { chatOf } from '../testing/chats.ts';

const inZone = (zone: string) => vi.stubEnv('TZ', zone);
afterEach(() => vi.unstubAllEnvs());

/** The group of a chat that was last changed at `changed`, both in local time. */
const groupOf = (changed: string, now: string): GroupName | undefined =>
  groupChats([chatOf({ lastUpdate: new Date(changed).toISOString() })], new Date(now))[0]?.name;

describe('groups of chats', () => {
  const wednesday = '2026-07-15T12:00:00';

  test.each<[string, GroupName]>([
    ['2026-07-15T12:00:00', 'Today'],
    ['2026-07-15T00:00:00', 'Today'],
    ['2026-07-14T23:59:59.999', 'Yesterday'],
    ['2026-07-14T00:00:00', 'Yesterday'],
    ['2026-07-13T23:59:59.999', 'This Week'],
    ['2026-07-13T00:00:00', 'This Week'],
    ['2026-07-12T23:59:59.999', 'Last Week'],
    ['2026-07-06T00:00:00', 'Last Week'],
    ['2026-07-05T23:59:59.999', 'Last Month'],
    ['2026-06-15T00:00:00', 'Last Month'],
    ['2026-06-14T23:59:59.999', 'Older than a month'],
    ['2019-01-01T00:00:00', 'Older than a month'],
  ])('on a Wednesday a chat of %s is in %s', (changed, group) => {
    inZone('UTC');
    expect(groupOf(changed, wednesday)).toBe(group);
  });

  test('counts a chat from a clock that runs ahead as of today', () => {
    expect(groupOf('2026-07-15T12:05:00', wednesday)).toBe('Today');
    expect(groupOf('2026-07-16T09:00:00', wednesday)).toBe('Today');
  });

  test('calls Sunday yesterday on a Monday, and the days before it last week', () => {
    expect(groupOf('2026-07-12T08:00:00', '2026-07-13T00:00:00')).toBe('Yesterday');
    expect(groupOf('2026-07-11T23:59:59', '2026-07-13T00:00:00')).toBe('Last Week');
  });

  test('ends the week with Sunday', () => {
    expect(groupOf('2026-07-13T00:00:00', '2026-07-19T23:59:59')).toBe('This Week');
    expect(groupOf('2026-07-12T23:59:59', '2026-07-19T23:59:59')).toBe('Last Week');
  });

  test('reaches back to the last day of a shorter month', () => {
    expect(groupOf('2026-02-28T00:00:00', '2026-03-31T10:00:00')).toBe('Last Month');
    expect(groupOf('2026-02-27T23:59:59', '2026-03-31T10:00:00')).toBe('Older than a month');
    expect(groupOf('2028-02-29T00:00:00', '2028-03-30T10:00:00')).toBe('Last Month');
    expect(groupOf('2025-12-15T00:00:00', '2026-01-15T10:00:00')).toBe('Last Month');
  });

  test('keeps a day of 23 hours and a day of 25 hours whole', () => {
    inZone('America/New_York');
    expect(groupOf('2026-03-08T00:00:00', '2026-03-08T23:30:00')).toBe('Today');
    expect(groupOf('2026-03-08T00:00:00', '2026-03-09T00:10:00')).toBe('Yesterday');
    expect(groupOf('2026-03-07T23:59:59', '2026-03-09T00:10:00')).toBe('Last Week');
    expect(groupOf('2026-11-01T00:00:00', '2026-11-01T23:59:59')).toBe('Today');
    expect(groupOf('2026-11-01T00:00:00', '2026-11-02T23:59:59')).toBe('Yesterday');
  });

  test('knows a day that has no midnight', () => {
    inZone('Africa/Cairo');
    expect(groupOf('2026-04-24T01:00:00', '2026-04-24T12:00:00')).toBe('Today');
    expect(groupOf('2026-04-23T23:59:59', '2026-04-24T12:00:00')).toBe('Yesterday');
  });

  test.each<[string, GroupName]>([
    ['Pacific/Auckland', 'Yesterday'],
    ['UTC', 'Today'],
    ['Asia/Tokyo', 'Today'],
    ['Pacific/Honolulu', 'Yesterday'],
  ])('follows the time zone %s', (zone, group) => {
    inZone(zone);
    expect(groupOf('2026-07-15T00:30:00Z', '2026-07-15T13:00:00Z')).toBe(group);
  });

  test('uses the creation date of a chat that was never updated', () => {
    const chat = chatOf({ lastUpdate: undefined, createdDate: new Date('2026-07-14T10:00:00').toISOString() });
    expect(groupChats([chat], new Date(wednesday))[0]?.name).toBe('Yesterday');
  });

  test('keeps each group newest first and leaves empty groups out', () => {
    const chats = ['2026-07-15T11:00:00', '2026-07-15T08:00:00', '2026-07-02T08:00:00', '2026-07-01T08:00:00'].map(
      (changed, index) => chatOf({ title: `Chat ${index}`, lastUpdate: new Date(changed).toISOString() }),
    );
    const groups = groupChats(chats, new Date(wednesday)).map(({ name, chats }) => [name, chats.map((c) => c.title)]);
    expect(groups).toEqual([
      ['Today', ['Chat 0', 'Chat 1']],
      ['Last Month', ['Chat 2', 'Chat 3']],
    ]);
  });

  test('assigns each of 10,000 chats to exactly one group', () => {
    const start = new Date(wednesday).getTime();
    const chats = Array.from({ length: 10_000 }, (_, index) =>
      chatOf({ lastUpdate: new Date(start - index * 3_600_000).toISOString() }),
    );
    const grouped = groupChats(chats, new Date(wednesday)).flatMap((group) => group.chats);
    expect(new Set(grouped.map((chat) => chat._id)).size).toBe(10_000);
    expect(grouped).toHaveLength(10_000);
  });
});

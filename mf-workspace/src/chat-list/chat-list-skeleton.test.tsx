import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChatListSkeleton, MoreSkeleton } from './chat-list-skeleton.tsx';

const bonesIn = (name: string) => [...screen.getByRole('status', { name }).querySelectorAll('.bone.text')];

test('the place of the next page stands still: mostly nobody sees it, and each frame would be drawn for it', () => {
  render(
    <>
      <ChatListSkeleton />
      <MoreSkeleton />
    </>,
  );
  const [awaited, next] = [bonesIn('Loading chats'), bonesIn('Loading more chats')];
  expect([awaited.length, next.length]).toEqual([9, 2]);
  for (const bone of awaited) expect(bone.classList).not.toContain('still');
  for (const bone of next) expect(bone.classList).toContain('still');
});

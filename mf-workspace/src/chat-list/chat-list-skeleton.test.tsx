import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ChatListSkeleton, MoreSkeleton } from './chat-list-skeleton.tsx';

const bonesIn = (name: string) => [...screen.getByRole('status', { name }).querySelectorAll('.bone.text')];

test('the skeleton of the next page is not animated: it is mostly out of view, and each frame would be painted', () => {
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

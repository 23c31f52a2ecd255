import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, Suspense } from 'react';
import { useHost } from '../remote.ts';
import type * as Added from './added.tsx';

/** Renders what other remotes add. Its code is loaded only if the slot is filled, never with the first screen. */
const slotOf = <Props extends object>(
  slot: string,
  pick: (parts: typeof Added) => ComponentType<Props>,
): ComponentType<Props> => {
  const Lazy = lazyPart(async () => ({ default: pick(await import('./added.tsx')) }));
  return (props) =>
    useHost().slots?.isFilled(slot) ? (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    ) : null;
};

export const ComposerActions = slotOf('chat.composerActions', (parts) => parts.ComposerActions);
export const WelcomeCards = slotOf('chat.welcomeCards', (parts) => parts.WelcomeCards);
export const MoreActions = slotOf('chat.messageActions', (parts) => parts.MoreActions);

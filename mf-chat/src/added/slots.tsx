import { lazyPart } from '@atrium/shared-kernel/remote';
import { type ComponentType, Suspense } from 'react';
import { useHost } from '../remote.ts';
import type * as Added from './added.tsx';

/** What other remotes add, where there is any: its code is no part of a first look, and asked for only where a slot is filled. */
const placeOf = <Props extends object>(
  slot: string,
  pick: (parts: typeof Added) => ComponentType<Props>,
): ComponentType<Props> => {
  const Later = lazyPart(async () => ({ default: pick(await import('./added.tsx')) }));
  return (props) =>
    useHost().slots?.isFilled(slot) ? (
      <Suspense fallback={null}>
        <Later {...props} />
      </Suspense>
    ) : null;
};

export const ComposerActions = placeOf('chat.composerActions', (parts) => parts.ComposerActions);
export const WelcomeCards = placeOf('chat.welcomeCards', (parts) => parts.WelcomeCards);
export const MoreActions = placeOf('chat.messageActions', (parts) => parts.MoreActions);

import { useState } from 'react';
import { useHost } from '../remote.ts';

/** What is typed in the form of an agent. */
export interface Typed {
  readonly title: string;
  readonly instruction: string;
  readonly welcomeMessage: string;
}

const typedIn = (saved: string | undefined, beginning: string): Partial<Typed> => {
  try {
    const { begun, typed }: Record<string, unknown> = JSON.parse(saved ?? '{}');
    if (begun !== beginning) return {};
    const texts = Object.entries(typed ?? {}).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
};

/**
 * What is typed in the form of the agent `draftId`, kept for the case that the form closes before it was saved. What was
 * kept of a form that began otherwise than with `begun` is not given back.
 */
export const useSavedDraft = (draftId: string, begun: Typed) => {
  const { storage, session } = useHost();
  const key = `agent.${session.user$.value?._id ?? ''}.${draftId}`;
  const [beginning] = useState(() => JSON.stringify(begun));
  const [typed, setTyped] = useState<Typed>(() => ({ ...begun, ...typedIn(storage.session.get(key), beginning) }));
  return {
    typed,
    change: (part: Partial<Typed>) => {
      const next = { ...typed, ...part };
      setTyped(next);
      storage.session.set(key, JSON.stringify({ begun: beginning, typed: next }));
    },
    /** Saved, or given up: nothing is kept any more. */
    forget: () => storage.session.remove(key),
  };
};

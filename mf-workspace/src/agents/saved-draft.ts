import { useState } from 'react';
import { useHost } from '../remote.ts';

/** The texts in the form of an agent. */
export interface Typed {
  readonly title: string;
  readonly instruction: string;
  readonly welcomeMessage: string;
}

const typedIn = (saved: string | undefined, initialJson: string): Partial<Typed> => {
  try {
    const { begun, typed }: Record<string, unknown> = JSON.parse(saved ?? '{}');
    if (begun !== initialJson) return {};
    const texts = Object.entries(typed ?? {}).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
};

/**
 * The texts in the form of the agent `draftId`, stored in case the form closes before it is saved. A stored text is not
 * restored if the form now starts with other texts than `initial`.
 */
export const useSavedDraft = (draftId: string, initial: Typed) => {
  const { storage, session } = useHost();
  const key = `agent.${session.user$.value?._id ?? ''}.${draftId}`;
  const [initialJson] = useState(() => JSON.stringify(initial));
  const [typed, setTyped] = useState<Typed>(() => ({ ...initial, ...typedIn(storage.session.get(key), initialJson) }));
  return {
    typed,
    change: (part: Partial<Typed>) => {
      const next = { ...typed, ...part };
      setTyped(next);
      storage.session.set(key, JSON.stringify({ begun: initialJson, typed: next }));
    },
    /** Call when the form was saved or canceled: removes the stored texts. */
    forget: () => storage.session.remove(key),
  };
};

import { useRef, useState } from 'react';

/**
 * What a form was begun with, beside what is true now. Until the person has decided about a state that differs, a change is
 * based on the one that they began with: nobody saves over what they have not seen.
 */
export const useConflict = <State>(now: State, differs: (begun: State, now: State) => boolean) => {
  const [begun, setBegun] = useState(now);
  const note = useRef<HTMLDivElement>(null);
  const conflict = differs(begun, now);
  return {
    begun,
    /** The state that a change may say that it is based on. */
    base: conflict ? begun : now,
    conflict,
    /** For the note that shows both. */
    note,
    /** Whether the person has to decide first; then the note gets the focus. */
    blocks: (): boolean => {
      if (conflict) note.current?.focus();
      return conflict;
    },
    /** The person has decided, knowing what is true now. */
    settle: (known: State = now) => setBegun(known),
  };
};

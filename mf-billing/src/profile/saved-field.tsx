import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import { useRef } from 'react';
import type { NameField } from './draft.ts';
import classes from './saved-field.module.css';

/** Fields that were changed both here and elsewhere, with the values saved there. */
export interface FieldConflicts {
  readonly conflicts: { readonly [Name in NameField]?: string };
  /** `acceptSaved`: the saved value replaces the typed one. */
  readonly onResolve: (name: NameField, acceptSaved: boolean) => void;
}

interface SavedFieldProps extends FieldConflicts, Omit<FieldProps, 'name' | 'ref'> {
  readonly name: NameField;
}

/** A field that is saved automatically. If it was also changed elsewhere, it is saved once the user has decided. */
export const SavedField = ({ name, conflicts, onResolve, ...field }: SavedFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const saved = conflicts[name];
  const settle = (acceptSaved: boolean) => () => {
    input.current?.focus();
    onResolve(name, acceptSaved);
  };
  return (
    <div className={classes.field}>
      <Field ref={input} {...field} />
      {saved !== undefined && (
        <ConflictNote onKeepMine={settle(false)} onAcceptTheirs={settle(true)}>
          {saved === '' ? (
            'This was cleared in another tab or on another device.'
          ) : (
            <>
              This changed to “<bdi>{saved}</bdi>” in another tab or on another device.
            </>
          )}{' '}
          What you typed isn’t saved yet.
        </ConflictNote>
      )}
    </div>
  );
};

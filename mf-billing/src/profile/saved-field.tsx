import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import { useRef } from 'react';
import type { NameField } from './draft.ts';
import classes from './saved-field.module.css';

/** Fields that were changed here and elsewhere, with what is saved there. */
export interface Contest {
  readonly contested: { readonly [Name in NameField]?: string };
  /** `take`: what is saved goes in the place of what is typed. */
  readonly onSettle: (name: NameField, take: boolean) => void;
}

interface SavedFieldProps extends Contest, Omit<FieldProps, 'name' | 'ref'> {
  readonly name: NameField;
}

/** A field that saves itself; where it was changed elsewhere meanwhile, only once the person has decided. */
export const SavedField = ({ name, contested, onSettle, ...field }: SavedFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const saved = contested[name];
  const settle = (take: boolean) => () => {
    input.current?.focus();
    onSettle(name, take);
  };
  return (
    <div className={classes.field}>
      <Field ref={input} {...field} />
      {saved !== undefined && (
        <ConflictNote onKeep={settle(false)} onTake={settle(true)}>
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

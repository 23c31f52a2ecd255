import { ConflictNote } from '@atrium/shared-kernel/conflict/note';
import { Button } from '@atrium/shared-kernel/ui/button';
import { Field, type FieldProps } from '@atrium/shared-kernel/ui/field';
import { useRef } from 'react';
import type { NameField, ProfileDraft } from './draft.ts';
import classes from './saved-field.module.css';

/** What keeps a typed text from being saved. */
export interface SaveStates {
  /** Fields that were changed both here and elsewhere, with the values saved there. */
  readonly conflicts: { readonly [Name in NameField]?: string };
  /** `acceptSaved`: the saved value replaces the typed one. */
  readonly onResolve: (name: NameField, acceptSaved: boolean) => void;
  /** Fields whose save was not answered. */
  readonly unsaved: ReadonlySet<keyof ProfileDraft>;
  readonly onRetry: (name: NameField) => void;
}

interface SavedFieldProps extends SaveStates, Omit<FieldProps, 'name' | 'ref'> {
  readonly name: NameField;
}

/**
 * A field that is saved automatically. It says so if its save was not answered. If it was also changed elsewhere, it is
 * saved once the user has decided.
 */
export const SavedField = ({ name, conflicts, onResolve, unsaved, onRetry, ...field }: SavedFieldProps) => {
  const input = useRef<HTMLInputElement>(null);
  const saved = conflicts[name];
  const settle = (acceptSaved: boolean) => () => {
    input.current?.focus();
    onResolve(name, acceptSaved);
  };
  const retry = () => {
    input.current?.focus();
    onRetry(name);
  };
  const isUnsaved = unsaved.has(name) && saved === undefined;
  return (
    <div className={classes.field}>
      <Field
        ref={input}
        {...field}
        error={field.error ?? (isUnsaved ? 'Not saved yet.' : undefined)}
        trailing={
          isUnsaved && (
            <Button size="s" className={classes.retry} onClick={retry}>
              Try again
            </Button>
          )
        }
      />
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

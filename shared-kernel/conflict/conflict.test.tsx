import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConflictNote } from './conflict-note.tsx';
import { useConflict } from './use-conflict.ts';

interface State {
  readonly name: string;
  readonly revision: string;
}
const atlas: State = { name: 'Atlas', revision: '1' };
const borealis: State = { name: 'Borealis', revision: '2' };

const Form = ({ now, onSave }: { readonly now: State; readonly onSave: (saved: readonly string[]) => void }) => {
  const { base, conflict, note, blocks, settle } = useConflict(now, (one, other) => one.revision !== other.revision);
  const [name, setName] = useState(now.name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!blocks()) onSave([name, base.revision]);
      }}
    >
      <input dir="auto" aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      {conflict && (
        <ConflictNote
          ref={note}
          onKeep={() => settle()}
          onTake={() => {
            settle();
            setName(now.name);
          }}
        >
          It’s called “{now.name}” now.
        </ConflictNote>
      )}
      <button type="submit">Save</button>
    </form>
  );
};

/** A form in which somebody typed before the data was changed elsewhere. */
const setUp = async () => {
  const saved: (readonly string[])[] = [];
  const form = (now: State) => <Form now={now} onSave={(one) => saved.push(one)} />;
  const { rerender } = render(form(atlas));
  const press = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await press.type(field, ' of ours');
  rerender(form(borealis));
  return { saved, press, field };
};

test('What changed elsewhere is shown beside what is typed, and nothing is saved before the person decides', async () => {
  const { saved, press, field } = await setUp();
  expect(screen.getByRole('alert').textContent).toContain('It’s called “Borealis” now.');
  await press.type(field, '{Enter}{Enter}');
  expect([field.value, saved]).toEqual(['Atlas of ours', []]);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('Mine is kept by the keyboard, and saved as based on what is true now', async () => {
  const { saved, press, field } = await setUp();
  await press.type(field, '{Enter}');
  await press.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep mine' }));
  await press.keyboard('{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
  await press.keyboard('{Enter}');
  expect(saved).toEqual([['Atlas of ours', '2']]);
});

test('Theirs is used by the keyboard', async () => {
  const { saved, press, field } = await setUp();
  await press.type(field, '{Enter}');
  await press.tab();
  await press.tab();
  await press.keyboard(' ');
  expect([field.value, screen.queryByRole('alert')]).toEqual(['Borealis', null]);
  await press.keyboard('{Enter}');
  expect(saved).toEqual([['Borealis', '2']]);
});

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
          onKeepMine={() => settle()}
          onAcceptTheirs={() => {
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

test('A change made elsewhere is shown beside the typed text, and nothing is saved until the user decides', async () => {
  const { saved, press, field } = await setUp();
  expect(screen.getByRole('alert').textContent).toContain('It’s called “Borealis” now.');
  await press.type(field, '{Enter}{Enter}');
  expect([field.value, saved]).toEqual(['Atlas of ours', []]);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('The keyboard reaches “Keep mine”, and the change is then saved based on the current state', async () => {
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

test('The keyboard reaches “Use theirs”', async () => {
  const { saved, press, field } = await setUp();
  await press.type(field, '{Enter}');
  await press.tab();
  await press.tab();
  await press.keyboard(' ');
  expect([field.value, screen.queryByRole('alert')]).toEqual(['Borealis', null]);
  await press.keyboard('{Enter}');
  expect(saved).toEqual([['Borealis', '2']]);
});

test('A form that continues with what was typed over an earlier state asks at once', async () => {
  const saved: string[] = [];
  const Continued = () => {
    const { base, conflict, blocks, settle } = useConflict(borealis, (one, other) => one.name !== other.name, atlas);
    return (
      <form onSubmit={(event) => event.preventDefault()}>
        {conflict && <ConflictNote onKeepMine={() => settle()}>It’s called “{borealis.name}” now.</ConflictNote>}
        <button type="submit" onClick={() => blocks() || saved.push(base.revision)}>
          Save
        </button>
      </form>
    );
  };
  render(<Continued />);
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await save();
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await save();
  expect(saved).toEqual(['2']);
});

test('The props of earlier versions still work', async () => {
  const chosen: string[] = [];
  render(
    <ConflictNote onKeep={() => chosen.push('mine')} keep="Keep my name" onTake={() => chosen.push('theirs')}>
      It’s called “Borealis” now.
    </ConflictNote>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Keep my name' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(chosen).toEqual(['mine', 'theirs']);
});

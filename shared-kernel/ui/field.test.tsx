import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Field, TextArea } from './field.tsx';

test('A field gives what is typed to its owner', async () => {
  const Owner = () => {
    const [value, setValue] = useState('');
    return (
      <>
        <Field label="Name" value={value} onChange={setValue} />
        <output>{value}</output>
      </>
    );
  };
  render(<Owner />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  expect(screen.getByRole('status')).toHaveTextContent('Ada');
});

test('An uncontrolled field is part of its form', async () => {
  render(
    <form aria-label="Profile">
      <Field label="Name" name="name" />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  expect(new FormData(screen.getByRole<HTMLFormElement>('form')).get('name')).toBe('Ada');
});

test('A password is hidden until the toggle shows it, and can be hidden again', async () => {
  render(<Field label="Password" type="password" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field).toHaveAttribute('type', 'password');
});

test('A text elsewhere on the page describes a field after its own', () => {
  const rules = <p id="rules">At least 6 characters</p>;
  const { rerender } = render(
    <>
      <Field label="Password" describedBy="rules" />
      {rules}
    </>,
  );
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('At least 6 characters');
  rerender(
    <>
      <Field label="Password" describedBy="rules" error="Too short." />
      {rules}
    </>,
  );
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Too short. At least 6 characters');
});

test('The toggle of a password does not submit the form', async () => {
  const submit = vi.fn<() => void>();
  render(
    <form onSubmit={submit}>
      <Field label="Password" type="password" />
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(submit).not.toHaveBeenCalled();
});

test('A field of any other type has no toggle', () => {
  render(<Field label="E-mail" type="email" />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test("A field at its maximum length says 'Maximum of N characters.' and accepts no more", async () => {
  render(<Field label="Username" maxLength={5} />);
  const field = screen.getByLabelText('Username');
  await userEvent.type(field, 'adal');
  expect(screen.queryByText('Maximum of 5 characters.')).not.toBeInTheDocument();
  await userEvent.type(field, 'ovelace');
  expect(field).toHaveValue('adalo');
  expect(field).toHaveAccessibleDescription('Maximum of 5 characters.');
});

test('Error and hint describe their field', () => {
  render(<Field label="E-mail" error="Please enter a valid email." hint="We write rarely." />);
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  expect(field).toHaveAccessibleDescription('Please enter a valid email. We write rarely.');
  expect(field).toBeInvalid();
});

test('A field without an error is valid and described by nothing', () => {
  render(<Field label="E-mail" error="" />);
  const field = screen.getByRole('textbox', { name: 'E-mail' });
  expect(field).toBeValid();
  expect(field).not.toHaveAttribute('aria-describedby');
});

test('A hidden label still names the field', () => {
  render(<Field label="Search chats" hideLabel type="search" />);
  expect(screen.getByRole('searchbox', { name: 'Search chats' })).toBeInTheDocument();
});

const rowsOf = (name: string) => {
  const box = screen.getByRole('textbox', { name }).parentElement as HTMLElement;
  return [box.style.getPropertyValue('--min-rows'), box.style.getPropertyValue('--max-rows')];
};

test('A text area grows from 1 to 8 rows by default', () => {
  render(<TextArea label="About you" />);
  expect(rowsOf('About you')).toEqual(['1', '8']);
});

test('A text area grows between its minimum and maximum rows', () => {
  render(<TextArea label="Instructions" minRows={3} maxRows={12} />);
  expect(rowsOf('Instructions')).toEqual(['3', '12']);
});

test('A text area grows with its text', async () => {
  render(<TextArea label="About you" />);
  const area = screen.getByRole('textbox', { name: 'About you' });
  await userEvent.type(area, 'one{enter}two');
  expect(area).toHaveValue('one\ntwo');
  expect(area.parentElement).toHaveAttribute('data-text', 'one\ntwo');
});

test("A text area at its maximum length says 'Maximum of N characters.'", async () => {
  render(<TextArea label="Feedback" maxLength={3} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Feedback' }), 'long');
  expect(screen.getByRole('textbox', { name: 'Feedback' })).toHaveAccessibleDescription('Maximum of 3 characters.');
});

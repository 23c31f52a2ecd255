import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SearchList } from './search-list.tsx';

const fruits = ['Apple', 'Banana', 'Cherry', 'Date', 'Elderberry', 'Fig'].map((id) => ({ id }));

const show = (initial?: number) => {
  const onChoose = vi.fn<(fruit: { id: string }) => void>();
  const Fruits = ({ of = fruits }: { of?: typeof fruits }) => {
    const [text, setText] = useState('');
    return (
      <SearchList
        text={text}
        onTextChange={setText}
        items={of.filter(({ id }) => id.toLowerCase().includes(text.trim()))}
        onChoose={onChoose}
        label="Search fruits"
        listLabel="Fruits"
        placeholder="Search"
        maxLength={20}
        nouns={['fruit', 'fruits']}
        initial={initial}
        page={3}
      >
        {(option, items) => items.map((one) => option(one, one.id))}
      </SearchList>
    );
  };
  const { rerender } = render(<Fruits />);
  const update = (of: typeof fruits) => rerender(<Fruits of={of} />);
  return { onChoose, update, user: userEvent.setup() };
};
const field = () => screen.getByRole('combobox', { name: 'Search fruits' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const active = () => {
  const selected = screen.getByRole('option', { selected: true });
  expect(field()).toHaveAttribute('aria-activedescendant', selected.id);
  return selected.textContent;
};

test('The field has the focus and names the list and its active option', () => {
  show();
  expect(field()).toHaveFocus();
  expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Fruits' }).id);
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  expect(active()).toBe('Apple');
});

test('Arrow keys wrap around the list, page keys stop at its ends, and Enter chooses', async () => {
  const { onChoose, user } = show(1);
  expect(active()).toBe('Banana');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(active()).toBe('Fig');
  await user.keyboard('{ArrowDown}');
  expect(active()).toBe('Apple');
  await user.keyboard('{PageDown}');
  expect(active()).toBe('Date');
  await user.keyboard('{PageDown}');
  expect(active()).toBe('Fig');
  await user.keyboard('{PageUp}{PageUp}{Enter}');
  expect(onChoose.mock.calls).toEqual([[{ id: 'Apple' }]]);
});

test('Typing starts at the first match and says how many there are', async () => {
  const { onChoose, user } = show(4);
  await user.keyboard('an');
  expect([options(), active()]).toEqual([['Banana'], 'Banana']);
  expect(screen.getByText('1 fruit')).toBeInTheDocument();
  await user.clear(field());
  await user.keyboard('e');
  expect(screen.getByText('4 fruits')).toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: 'Cherry' }));
  expect(onChoose.mock.calls).toEqual([[{ id: 'Cherry' }]]);
});

test('The active option stays so while others come and go; the first is active until the keys move', async () => {
  const { onChoose, update, user } = show();
  const of = (...ids: string[]) => update(ids.map((id) => ({ id })));
  of('Apricot', 'Apple', 'Banana', 'Cherry');
  expect(active()).toBe('Apricot');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  of('Acerola', 'Apricot', 'Apple', 'Banana');
  expect(active()).toBe('Banana');
  await user.keyboard('{Enter}');
  expect(onChoose.mock.calls).toEqual([[{ id: 'Banana' }]]);
  of('Apple');
  expect(active()).toBe('Apple');
});

test('Without a match the list says so, and its keys do nothing', async () => {
  const { onChoose, user } = show();
  await user.keyboard('zzz{ArrowDown}{Enter}');
  expect(options()).toEqual([]);
  expect(screen.getByText('Nothing matches “zzz”')).toBeInTheDocument();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(field()).not.toHaveAttribute('aria-activedescendant');
  expect(onChoose).not.toHaveBeenCalled();
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'Enter that ends a composition chooses nothing: %o',
  (composing) => {
    const { onChoose } = show();
    fireEvent.keyDown(field(), { key: 'Enter', ...composing });
    expect(onChoose).not.toHaveBeenCalled();
  },
);

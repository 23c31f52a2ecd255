import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PagedList } from './paged-list.tsx';

const names = Array.from({ length: 9 }, (_, at) => `Person ${at}`);

const show = () => {
  render(
    <PagedList label="Members" items={names} keyOf={(name) => name} searchTextOf={(name) => name}>
      {(name) => name}
    </PagedList>,
  );
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter members' });
};

test('that nothing matches is read out, by a part that was there before it', async () => {
  const filter = show();
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await userEvent.type(filter, 'zoë');
  expect(status.textContent).toBe('Nothing matches “zoë”.');
});

test('Escape empties the filter, and is left to the dialog around it only once that is empty', async () => {
  const filter = show();
  await userEvent.type(filter, '7');
  expect(fireEvent.keyDown(filter, { key: 'Escape', isComposing: true })).toBe(true);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(fireEvent.keyDown(filter, { key: 'Escape' })).toBe(false);
  expect([filter.value, screen.getAllByRole('listitem').length]).toEqual(['', 9]);
  expect(fireEvent.keyDown(filter, { key: 'Escape' })).toBe(true);
});

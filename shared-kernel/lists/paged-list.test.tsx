import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PagedList } from './paged-list.tsx';

const names = Array.from({ length: 9 }, (_, at) => `Person ${at}`);

test('that nothing matches is read out, by a part that was there before it', async () => {
  render(
    <PagedList label="Members" items={names} keyOf={(name) => name} searchTextOf={(name) => name}>
      {(name) => name}
    </PagedList>,
  );
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Filter members' }), 'zoë');
  expect(status.textContent).toBe('Nothing matches “zoë”.');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAccount } from '../testing/account.tsx';

test('the account leads to one’s data', async () => {
  const { host, press } = renderAccount();
  await press.click(screen.getByRole('button', { name: 'Export or import' }));
  expect(host.dialogsOpened).toMatchObject([{ dialog: 'workspace.data' }]);
});

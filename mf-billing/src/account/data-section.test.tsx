import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAccount } from '../testing/account.tsx';

test('the account tab links to the user’s data', async () => {
  const { host, press } = renderAccount();
  await press.click(screen.getByRole('button', { name: 'Export or import' }));
  expect(host.dialogsOpened).toMatchObject([{ dialog: 'workspace.data' }]);
});

import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { Table } from './table.tsx';

test('a table is saved as table_data.csv: its one sheet, text/csv in UTF-8', async () => {
  const saved: { blob: Blob; name: string }[] = [];
  let opened: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    opened = blob as Blob;
    return 'blob:http://atrium.test/1';
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    if (opened && this.href === 'blob:http://atrium.test/1') saved.push({ blob: opened, name: this.download });
  });
  renderRemote(
    contract,
    <Table>
      <tbody>
        <tr>
          <th>Näme</th>
          <td>one, two</td>
        </tr>
      </tbody>
    </Table>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Download table as CSV' }));
  expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([['table_data.csv', 'text/csv;charset=utf-8']]);
  const bytes = [...new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer())];
  expect(bytes).toEqual([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Näme,"one, two"')]);
  expect(revoke).toHaveBeenCalledOnce();
});

import type { Passage } from '@atrium/shared-kernel/contracts/entities/passage';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { CitedPassages } from './cited-passages.ts';
import { Markdown } from './markdown.tsx';
import { csvOf, Table } from './table.tsx';

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

beforeAll(() => {
  // KaTeX checks on load that the page is in standards mode, as the product's pages are.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
});

const csvFrom = async (cells: readonly string[]): Promise<string[]> => {
  const text = ['| What |', '| --- |', ...cells.map((cell) => `| ${cell} |`), '', '[^1]: A note.'].join('\n');
  const { container } = await act(async () =>
    renderRemote(
      contract,
      <CitedPassages value={[{ n: 3, file: { name: 'a.pdf' } } as Passage]}>
        <Markdown text={text} streaming={false} />
      </CitedPassages>,
    ),
  );
  await waitFor(() => expect(container.querySelector(cells.join().includes('$x') ? '.katex' : 'td')).not.toBeNull());
  const table = container.querySelector('table');
  if (!table) throw new Error('No table.');
  return csvOf(table).split('\r\n').slice(1);
};

test.each([
  ['a source', '120[1](https://a.test/x)', '120'],
  ['a footnote', '120[^1]', '120'],
  ['a passage', '12 [#3]', '12'],
  ['a line break', 'Berlin<br>Hamburg', '"Berlin\nHamburg"'],
  ['a formula', '$x^2$', 'x^2'],
  ['an image', '![Tides](https://a.test/x.png)', 'Tides'],
  ['a link with a name', '[Moon](https://a.test)', 'Moon'],
])('a cell with %s is what it says, without marks', async (_, cell, csv) => {
  expect(await csvFrom([cell])).toEqual([csv]);
});

test('figures stay figures, and what a spreadsheet would run does not', async () => {
  const figures = ['-3.2%', '-$5', '-1.234', '+5 %', '-1 234', '-', '-1e5'];
  expect(await csvFrom(figures)).toEqual(figures);
  expect(await csvFrom(['=1+1', '-2+3', '@SUM(A1)', '+A1'])).toEqual(["'=1+1", "'-2+3", "'@SUM(A1)", "'+A1"]);
});

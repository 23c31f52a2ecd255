import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import { expect, test } from 'vitest';
import { columnsOf } from './user-attachments.tsx';

const picture = (_id: string, aspectRatio?: number): UserFile => ({ _id, name: _id, type: 'image/png', aspectRatio });
const ids = (pictures: readonly UserFile[]) => columnsOf(pictures).map((column) => column.map(({ _id }) => _id));

test('pictures fill two columns, each the one with most room', () => {
  expect(ids([picture('tall', 0.5), picture('wide', 2), picture('next', 2), picture('last')])).toEqual([
    ['tall'],
    ['wide', 'next', 'last'],
  ]);
});

test('one picture is one column, none is zero', () => {
  expect(ids([picture('only')])).toEqual([['only']]);
  expect(ids([])).toEqual([]);
});

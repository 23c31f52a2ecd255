import { expect, test, vi } from 'vitest';
import { parser } from './parser.ts';

const turns = vi.hoisted((): (() => void)[] => []);
vi.mock('./render-queue.ts', () => ({ runWhenIdle: (work: () => void) => turns.push(work) }));

test('the reader of texts reads all common forms once before the first answer, where the page has the time', async () => {
  await import('./rendered-block.tsx');
  const parse = vi.spyOn(parser, 'parse');
  expect(turns).toHaveLength(1);
  turns[0]?.();
  expect(parse).toHaveBeenCalledOnce();
  const { value = [] } = parse.mock.results[0] ?? {};
  const forms = (value as ReturnType<typeof parser.parse>).map(({ type }) => type);
  for (const form of ['heading', 'paragraph', 'ordered_list', 'bullet_list', 'blockquote', 'table'])
    expect(forms, form).toContain(`${form}_open`);
});

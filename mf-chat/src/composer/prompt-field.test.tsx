import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const setUp = async (sized: boolean) => {
  vi.stubGlobal('CSS', { supports: () => sized });
  const { PromptField } = await import('./prompt-field.tsx');
  const element = (text: string, edition: object = {}) => (
    <PromptField text={text} edition={edition} inputRef={null} aria-label="Message" onType={() => {}} />
  );
  const { rerender } = render(element('One'));
  return (text: string) => rerender(element(text));
};

test('typed text is mirrored if the browser does not size the field to its content', async () => {
  const put = await setUp(false);
  const mirrored = () => field().parentElement?.dataset['text'];
  expect(mirrored()).toBe('One');
  fireEvent.change(field(), { target: { value: 'One\ntwo' } });
  expect(mirrored()).toBe('One\ntwo');
  put('Three');
  expect([field().value, mirrored()]).toEqual(['Three', 'Three']);
});

test('and only once where it does', async () => {
  await setUp(true);
  fireEvent.change(field(), { target: { value: 'Two' } });
  expect(field().parentElement?.dataset['text']).toBeUndefined();
});

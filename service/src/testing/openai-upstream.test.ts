import { expect, it, onTestFinished } from 'vitest';
import { startUpstream } from './openai-upstream.ts';

it('waits for a slow reader time and again without keeping a listener for each wait', async () => {
  const warnings: string[] = [];
  const warned = ({ name }: Error) => warnings.push(name);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const upstream = await startUpstream({ words: 20_000 });
  onTestFinished(() => upstream.close());
  const response = await fetch(`${upstream.url}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'upstream-model', stream: true, messages: [{ role: 'user', content: 'Go on' }] }),
  });
  const text = await response.text();
  expect(text).toContain('word20000.');
  expect(warnings).toEqual([]);
});

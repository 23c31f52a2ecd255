import { expect, test } from 'vitest';
import { ndjson } from './ndjson.ts';

const read = async (...chunks: readonly string[]) => {
  const bad: string[] = [];
  const items: unknown[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  for await (const item of ndjson(body, (line) => bad.push(line))) items.push(item);
  return { items, bad };
};

test('lines are objects or arrays of them, and nothing else is emitted', async () => {
  expect(await read('{"a":1}\n[{"b":2},3,null]\nnull\n7\n"text"\n')).toEqual({ items: [{ a: 1 }, { b: 2 }], bad: [] });
});

test('lines are whole wherever their chunks end, even the last one without a line break', async () => {
  expect(await read('{"a"', ':1}\n{"b', '":2}')).toEqual({ items: [{ a: 1 }, { b: 2 }], bad: [] });
});

test('an empty line is ignored, and one that is not JSON is reported', async () => {
  expect(await read('\n  \n\t\n{broken\n{"a":1}\n')).toEqual({ items: [{ a: 1 }], bad: ['{broken'] });
});

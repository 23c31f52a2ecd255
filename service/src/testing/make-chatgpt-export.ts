import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { createWriter, mulberry } from './many-words.ts';

/** Exchanges per conversation. */
const length = 20;

const nodesOf = (number: number, text: ReturnType<typeof createWriter>, paragraph: string) => {
  const mapping: Record<string, object> = { root: { id: 'root', message: null, parent: null, children: ['q0'] } };
  const node = (id: string, parent: string, next: string | undefined, role: string, words: string) => {
    mapping[id] = {
      id,
      parent,
      children: next === undefined ? [] : [next],
      message: {
        id,
        author: { role, name: null, metadata: {} },
        create_time: 1_700_000_000 + number * 100,
        content: { content_type: 'text', parts: [words] },
        status: 'finished_successfully',
        end_turn: true,
        weight: 1,
        metadata: {
          model_slug: 'gpt-5',
          request_id: `${number}-${id}`,
          timestamp_: 'absolute',
          padding: '.'.repeat(400),
        },
        recipient: 'all',
      },
    };
  };
  for (let at = 0; at < length; at += 1) {
    node(`q${at}`, at === 0 ? 'root' : `a${at - 1}`, `a${at}`, 'user', `${text.title()} ${number}`);
    node(`a${at}`, `q${at}`, at + 1 < length ? `q${at + 1}` : undefined, 'assistant', paragraph);
  }
  return mapping;
};

/** The conversations of a ChatGPT export with about this many bytes. */
export async function* conversationsOf(bytes: number): AsyncGenerator<string> {
  const text = createWriter(mulberry(2));
  // Answers repeat, because their size is measured and not what an index does with them.
  const paragraphs = Array.from({ length: 40 }, () => Array.from({ length: 10 }, () => text.answer()).join('\n\n'));
  let size = 2;
  yield '[';
  for (let number = 0; size < bytes; number += 1) {
    const conversation = JSON.stringify({
      conversation_id: `conversation-${number}`,
      title: text.title(),
      create_time: 1_700_000_000 + number * 100,
      update_time: 1_700_000_000 + number * 100,
      current_node: `a${length - 1}`,
      mapping: nodesOf(number, text, paragraphs[number % paragraphs.length]!),
    });
    size += Buffer.byteLength(conversation) + 1;
    yield number === 0 ? conversation : `,${conversation}`;
  }
  yield ']';
}

/** Writes a ChatGPT export to `file`. */
export const writeExport = async (file: string, bytes: number): Promise<void> => {
  const zip = new ZipFile();
  zip.addReadStreamLazy('conversations.json', {}, (give) =>
    give(null, Readable.from(conversationsOf(bytes), { objectMode: false })),
  );
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { file: { type: 'string' }, bytes: { type: 'string' } } });
  await writeExport(values.file ?? '', Number(values.bytes));
}

/** Objects of a newline-separated JSON stream; a line may hold one object or an array of them. */
export async function* ndjson(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBadLine: (line: string) => void,
): AsyncGenerator {
  // WebKit cannot iterate a stream.
  const chunks = body.pipeThrough(new TextDecoderStream()).getReader();
  let remainder = '';
  try {
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      const lines = (remainder + chunk.value).split('\n');
      remainder = lines.pop() ?? '';
      for (const line of lines) yield* objects(line, onBadLine);
    }
    yield* objects(remainder, onBadLine);
  } finally {
    // Ends the request if the reader stops early. If the stream broke, `read` has thrown the reason already.
    await chunks.cancel().catch(() => {});
  }
}

function* objects(line: string, onBadLine: (line: string) => void): Generator {
  if (line.trim() === '') return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    onBadLine(line);
    return;
  }
  for (const item of Array.isArray(parsed) ? parsed : [parsed])
    if (typeof item === 'object' && item !== null) yield item as unknown;
}

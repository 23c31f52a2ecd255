/** Objects of a newline-separated JSON stream; a line may hold one object or an array of them. */
export async function* ndjson(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onBadLine: (line: string) => void,
): AsyncGenerator {
  let rest = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield* objects(line, onBadLine);
  }
  yield* objects(rest, onBadLine);
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

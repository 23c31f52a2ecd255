/** The data of each server-sent event, and `undefined` for a line without any, as a comment that keeps a connection alive. */
export async function* serverEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string | undefined> {
  let rest = '';
  // An event that spans several lines is none of this protocol.
  const dataIn = (line: string) => (line.startsWith('data:') ? line.slice(5).trim() : undefined);
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield dataIn(line);
  }
  if (rest !== '') yield dataIn(rest);
}

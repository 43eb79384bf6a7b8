/**
 * The lines of a stream of UTF-8, split at line feeds alone: what people write may hold U+2028, at which Node's own
 * reader of lines splits, too.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() as string;
    yield* lines;
  }
  if (rest) yield rest;
}

import { charactersPerToken } from './corpus.ts';

/** Tokens per second, or as fast as the page can take them. */
export type Pace = number | 'max';

/** Tokens per read of a response that arrives as fast as possible. */
const tokensPerRead = 32;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });

/** Yields a text token by token, like a response. */
export async function* feed(text: string, pace: Pace): AsyncGenerator<string> {
  const since = performance.now();
  let at = 0;
  while (at < text.length) {
    if (pace === 'max') await turn();
    else await pause(1000 / pace);
    const tokens =
      pace === 'max'
        ? tokensPerRead
        : Math.floor(((performance.now() - since) / 1000) * pace) - Math.floor(at / charactersPerToken);
    for (let token = 0; token < tokens && at < text.length; token += 1) {
      yield text.slice(at, at + charactersPerToken);
      at += charactersPerToken;
    }
  }
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sentenceOf } from '../local/problem.ts';
import { workspace } from '../release/data-folder.ts';
import { auth } from './auth.ts';
import { calibrations } from './calibrations.ts';
import { chatList } from './chat-list.ts';
import { composition } from './composition.ts';
import { concurrentStreams } from './concurrent-streams.ts';
import { context } from './context.ts';
import { durableReplies } from './durable-replies.ts';
import { type Figure, line } from './figure.ts';
import { firstLoad } from './first-load.ts';
import { firstPaint } from './first-paint.ts';
import { fleet } from './fleet.ts';
import { importing } from './import.ts';
import { longChat } from './long-chat.ts';
import { ownCanary } from './own-canary.ts';
import { release } from './release.ts';
import { returnVisit } from './return-visit.ts';
import { search } from './search.ts';
import { money } from './money.ts';
import { moneyStall } from './money-stall.ts';
import { streamOverhead } from './stream-overhead.ts';
import { streamRender } from './stream-render.ts';
import { sync } from './sync.ts';

/**
 * `pnpm bench <name>`: measures, prints each figure with its limit, saves the result, and fails if a limit is missed.
 */
const benches: Record<string, (log: (text: string) => void) => Promise<Figure[]>> = {
  calibrations,
  'first-load': firstLoad,
  'first-paint': firstPaint,
  composition,
  fleet,
  'return-visit': returnVisit,
  release,
  'own-canary': ownCanary,
  auth,
  search,
  'chat-list': chatList,
  import: importing,
  money,
  'money stall': moneyStall,
  'stream-overhead': streamOverhead,
  'stream-render': streamRender,
  'durable-replies': durableReplies,
  'concurrent-streams': concurrentStreams,
  'long-chat': longChat,
  context,
  ...sync,
};

// Arguments after the name belong to the benchmark.
const args = process.argv.slice(2).filter((one) => one !== '--');
const options = args.findIndex((one) => one.startsWith('--'));
const name = args.slice(0, options === -1 ? undefined : options).join(' ');
const bench = benches[name];
if (bench) {
  try {
    const figures = await bench((text) => console.log(text));
    const folder = join(workspace, 'bench/results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `${name.replaceAll(' ', '-')}.json`),
      `${JSON.stringify({ name, figures }, undefined, 2)}\n`,
    );
    for (const one of figures) console.log(line(one));
    process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
} else {
  console.error(`Usage: pnpm bench <${Object.keys(benches).join('|')}>`);
  process.exitCode = 1;
}

import { openStore } from '../release/store.ts';
import { join } from 'node:path';
import { come, remote } from './own-canary-visit.ts';
import { environment, given, good, lastChange, publish, type Walk } from './own-canary-walk.ts';
import type { Way } from './own-canary-ways.ts';

const refusalOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  throw new Error('It was not refused.');
};

const requireText = (text: string, pattern: RegExp): string => {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`It says no ${pattern}:\n${text}`);
  return found;
};

const visitOf = ({ product, browser, members }: Walk, way: Way, version: string) => ({
  browser,
  url: product.url,
  session: members[0] ?? '',
  way,
  of: {
    version,
    files: openStore(join(product.data, 'store')).files(remote, version),
    before: openStore(join(product.data, 'store')).files(remote, good),
  },
});

const throwing = (text: string) =>
  text.replace(/(export const \w+ = \(\) => \{\n)/, "$1  throw new Error('broken');\n");

interface Told {
  readonly session: string;
  readonly version: string;
  /** Milliseconds from a press to what it paints. */
  readonly inp: number;
  /** A number of the network that it comes from. */
  readonly network: number;
}

/** A browser that nobody saw before, somewhere, tells how long its page took: real ones would need as many networks. */
const tell = async ({ product: { url } }: Walk, { session, version, inp, network }: Told): Promise<void> => {
  const from = { 'x-forwarded-for': `10.${network >> 8}.${network & 255}.7` };
  const page = await fetch(`${url}/news`, { headers: { cookie: session, ...from } });
  await page.body?.cancel();
  const cookies = [session, ...page.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')];
  const answer = await fetch(`${url}/api/reportReleases`, {
    method: 'POST',
    body: JSON.stringify({ reports: [{ remote, version, kind: 'vital', metric: 'inp', value: inp }] }),
    headers: { 'content-type': 'application/json', origin: url, cookie: cookies.join('; '), ...from },
  });
  if (answer.status !== 200) throw new Error(`What a page took was answered by ${answer.status}.`);
};

/** Rows of docs/failures.md that people do not see as broken: it is refused before, it is only slow, or something good is behind it. */
export const others: Readonly<Record<string, (walk: Walk) => Promise<string>>> = {
  async 'claims a route of another remote'(walk) {
    const route = (text: string) => text.replace("path: '/news'", "path: '/team'");
    const said = refusalOf(() => publish(walk, '2.0.0', { contract: route }));
    return `refused: ${requireText(said, /.*\/team.*mf-teams.*/)}`;
  },
  async 'handles what nobody emits'(walk) {
    const handles = (text: string) =>
      text.replace('handles: []', "handles: [{ ...events.greeted, name: 'chat.greeted', owner: 'mf-chat' }]");
    const said = refusalOf(() => {
      walk.repository.run('remote-kit', 'check', environment, publish(walk, '2.1.0', { contract: handles }));
    });
    return `refused: ${requireText(said, /.*chat\.greeted.*/)}`;
  },
  async 'its entry is slow'(walk) {
    const version = '2.2.0';
    walk.repository.run('remote-kit', 'canary', environment, publish(walk, version), '--team', walk.team);
    const way: Way = { name: 'is slow', fault: { of: 'entry', answer: 'slow' }, stays: true };
    const { what, seconds } = await come(visitOf(walk, way, version));
    if (what !== `${remote}@${version}`) throw new Error(`What is slow is ${what}.`);
    if ((await given(walk.product, walk.members[0])) !== version)
      throw new Error('A canary whose entry is slow ended.');
    walk.repository.run('remote-kit', 'rollback', environment, remote);
    return `its screen after ${seconds.toFixed(1)} s, and it goes on`;
  },
  async 'its pages got slow'(walk) {
    const version = '2.5.0';
    const { product, repository, members, outsider } = walk;
    repository.run('remote-kit', 'canary', environment, publish(walk, version), '--team', walk.team);
    for (let at = 0; at < 80; at += 8)
      await Promise.all(
        Array.from({ length: 8 }, async (_, more) => {
          const network = at + more;
          await tell(walk, { session: members[0] ?? '', version, inp: 400 + network, network });
          await tell(walk, { session: outsider, version: good, inp: 100 + network, network: 1000 + network });
        }),
      );
    const until = performance.now() + 60_000;
    while ((await given(product, members[0])) === version) {
      if (performance.now() > until) throw new Error('A canary whose pages got slow goes on.');
      await new Promise((done) => setTimeout(done, 500));
    }
    return `ended by itself: ${requireText(lastChange(walk).why ?? '', /^INP .*/)}`;
  },
  async 'a bad version is replaced by another bad one'(walk) {
    const { product, repository } = walk;
    repository.run('remote-kit', 'good', environment, `${remote}@${good}`, 'It ran all day.');
    for (const version of ['2.3.0', '2.4.0'])
      repository.run('remote-kit', 'pin', environment, publish(walk, version, { page: throwing }));
    const { what } = await come(visitOf(walk, { name: 'is bad twice' }, '2.4.0'));
    if (what !== `${remote}@${good}`) throw new Error(`Instead of the good version people saw ${what}.`);
    const said = repository.run('remote-kit', 'rollback', environment, remote);
    if ((await given(product)) !== good) throw new Error('The rollback led elsewhere.');
    return `people saw the good version; ${requireText(said, /.*2\.3\.0 is passed over.*/)}`;
  },
};

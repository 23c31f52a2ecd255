import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openVictim, operatorsKey, type Victim } from '../../testing/attacks/victim.ts';
import { type S3Server, useS3 } from '../../testing/s3.ts';
import { signatureBy } from '../keys.ts';
import { releaseSetText, resolveReleaseSet } from '../release-set.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await useS3();
});

let installation: Victim;
afterEach(() => installation.end());

/** What the release command wrote before sets had a number, an expiry and owners. */
const earlierSet = async () => {
  const { registry } = await installation.context();
  const { environment, id, shell, remotes } = resolveReleaseSet(await registry.read('live'), installation.store);
  const text = releaseSetText({ environment, id, shell, remotes });
  return `{\n"signed": ${JSON.stringify(signatureBy(operatorsKey(installation), text))},\n${text.slice(2)}`;
};

describe.each(['a folder', 'a bucket'])('an installation of before, with releases in %s,', (storage) => {
  test.each(['sign live', 'pin live mf-auth@2.0.0', 'watch'])('continues with %s', async (command) => {
    installation = await openVictim(storage === 'a bucket' ? s3 : undefined, { signed: false });
    await installation.plant(await earlierSet());
    const edge = await installation.edge();
    expect(await edge.health()).toContain('signed by an earlier version');
    if (command === 'watch') await (await installation.context()).renew?.('live', 0);
    else await installation.release(...command.split(' '));
    expect(await edge.served()).toBe(command.startsWith('pin') ? '2.0.0 1.0.0' : '1.0.0 1.0.0');
    expect(await edge.health()).toBe('ok');
    expect(JSON.parse(await installation.signed())).toMatchObject({ serial: 1 });
    expect((await installation.release('doctor', 'live')).output).toContain(
      'all match what was published, signed and pinned',
    );
  });
});

test('after a restore the restored pins are served by a separate command, and signing continues from there', async () => {
  installation = await openVictim();
  const { release } = {
    release: async (...args: string[]) => (await installation.release(...args)).code,
  };
  const floor = () => readFileSync(join(installation.folder, 'data/environments/live.floor'), 'utf8');
  const pins = readFileSync(join(installation.folder, 'pins/live.json'), 'utf8');
  const backup = { set: await installation.signed(), floor: floor() };
  for (const version of ['2.0.0', '3.0.0']) await release('pin', 'live', `mf-auth@${version}`);
  const edge = await installation.edge();
  expect(await edge.served()).toBe('3.0.0 1.0.0');

  await installation.plant(backup.set);
  await installation.plantFloor(1, backup.floor);
  await installation.plantPins(() => pins);
  expect(await release('sign', 'live')).toBe(0);
  expect(await edge.served()).toBe('3.0.0 1.0.0');
  expect(await edge.health()).toContain('After a restore `pnpm release resume live` continues.');

  expect(await release('resume', 'live', 'the', 'disk', 'died')).toBe(0);
  expect(await edge.served()).toBe('1.0.0 1.0.0');
  expect((await installation.release('history', 'live')).output).toMatch(
    /resume: signed set number 2 → number \d{10} \(the disk died\)$/m,
  );
  expect(await release('pin', 'live', 'mf-chat@2.0.0')).toBe(0);
  expect(await edge.served()).toBe('1.0.0 2.0.0');
  expect(await edge.health()).toBe('ok');
});

test('operators see what an edge serves, until when, and why not the newest', async () => {
  installation = await openVictim();
  const edge = await installation.edge();
  expect(await edge.health()).toBe('ok');
  await installation.plant('nonsense');
  expect(await edge.health()).toMatch(/^ok\nThe newest is not served\. /);
  const { output, code } = await installation.release('doctor', 'live');
  expect([code, output]).toEqual([1, expect.stringContaining('- live: ')]);
});

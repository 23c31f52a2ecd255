import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { writeMmdb } from '../../testing/mmdb.ts';
import { chooseLocation, createMaxmindLocation, createPackagedLocation } from './choose.ts';
import { readConfig } from '../../config.ts';
import type { LocationLog } from './mmdb.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-location-'));
const reported: string[] = [];
const log: LocationLog = { warn: (_details, message) => void reported.push(message) };
beforeEach(() => {
  reported.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packaged = writeMmdb(join(folder, 'countries.mmdb'), {
  '41.0.0.0/11': { country_code: 'ZA' },
  '2a00::/12': { country_code: 'DE' },
  '46.0.0.0/8': { country_code: 'ZZ' },
});
const cape = {
  country: { iso_code: 'ZA' },
  subdivisions: [{ iso_code: 'WC' }, { iso_code: 'CPT' }],
  postal: { code: '8001' },
  city: { names: { de: 'Kapstadt', en: 'Cape Town' } },
};
const city = writeMmdb(join(folder, 'city.mmdb'), {
  '41.0.0.0/11': cape,
  '2a00::/12': { country: { iso_code: 'DE' } },
  '46.0.0.0/8': { registered_country: { iso_code: 'SE' } },
});

const adapters = {
  'the packaged database': (file?: string) => createPackagedLocation(log, file ?? packaged),
  'a MaxMind file': (file?: string) => createMaxmindLocation(log, file ?? city),
};

describe.each(Object.entries(adapters))('location by %s', (_name, open) => {
  it('returns the country of an IPv4 and of an IPv6 address', async () => {
    const location = open();
    expect((await location.locate('41.13.2.1')).country).toBe('ZA');
    expect(await location.locate('2a00:1450::1')).toEqual({ country: 'DE' });
  });

  it('knows an IPv4 address that is written as an IPv6 one', async () => {
    expect((await open().locate('::ffff:41.13.2.1')).country).toBe('ZA');
    expect((await open().locate('::ffff:290d:201')).country).toBe('ZA');
  });

  it('returns nothing for an address that is unknown or of no country', async () => {
    expect(await open().locate('8.8.8.8')).toEqual({});
    expect(await open().locate('46.1.1.1')).toEqual({});
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', 'fd00::1', '::ffff:10.0.0.1', '203.0.113.7', '', 'no'])(
    'returns nothing for %j, and reads no database for it',
    async (ip) => {
      expect(await open(join(folder, 'absent.mmdb')).locate(ip)).toEqual({});
      expect(reported).toEqual([]);
    },
  );

  it('returns nothing if the database cannot be read, and reports it once', async () => {
    const location = open(join(folder, 'absent.mmdb'));
    expect(await Promise.all([location.locate('41.13.2.1'), location.locate('41.13.2.2')])).toEqual([{}, {}]);
    expect(reported).toHaveLength(1);
  });
});

it('gives region, postal code and city from a MaxMind file', async () => {
  expect(await adapters['a MaxMind file']().locate('41.13.2.1')).toEqual({
    country: 'ZA',
    region: 'WC',
    postal: '8001',
    city: 'Cape Town',
  });
});

it('uses the configured file, otherwise the database of the packages', async () => {
  expect(await chooseLocation({ maxmindFile: city }, log).locate('41.13.2.1')).toMatchObject({ city: 'Cape Town' });
  const location = chooseLocation({}, log);
  expect(await location.locate('196.25.1.1')).toEqual({ country: 'ZA' });
  expect(await location.locate('2001:4860:4860::8888')).toEqual({ country: 'US' });
});

it('is refused at the start if its file does not exist', () => {
  expect(() => readConfig({ MAXMIND_FILE: join(folder, 'absent.mmdb') })).toThrow(
    /MAXMIND_FILE \(the file does not exist/,
  );
  expect(readConfig({ MAXMIND_FILE: city }).location).toEqual({ maxmindFile: city });
});

import { expect, test } from 'vitest';
import { createNavigation, openMemoryHistory } from './navigation.ts';

const id = 'ab'.repeat(12);
const upper = id.toUpperCase();
const open = (path: string) =>
  createNavigation(openMemoryHistory(path), 'https://atrium.test', { assign: () => undefined, open: () => true });

test('ids of an address are read in small letters, at the start and later', () => {
  const navigation = open(`/?chat=${upper}&x=1`);
  expect(navigation.location$.value.search).toBe(`?chat=${id}&x=1`);
  for (const name of ['agent', 'flow', 'team', 'collection', 'joinTeamId', 'id']) {
    navigation.navigate(`/?x=1&${name}=${upper}`);
    expect(navigation.location$.value.search).toBe(`?x=1&${name}=${id}`);
  }
});

test('the link of a shared chat, a key and malformed ids are read as they are written', () => {
  const navigation = open('/');
  for (const search of [`?id=${upper}ABCDEF12`, `?id=1&key=${upper}`, `?chat=${upper}F`, '?chat=ABC']) {
    navigation.navigate(`/${search}`);
    expect(navigation.location$.value.search).toBe(search);
  }
});

test('an address that differs in the letters of its id only is not reported again', () => {
  const navigation = open(`/?chat=${id}`);
  const seen: string[] = [];
  navigation.location$.subscribe(({ search }) => seen.push(search));
  navigation.navigate(`/?chat=${upper}`);
  expect(seen).toEqual([`?chat=${id}`]);
});

test('what is shown already gets no entry of its own, so that one step back leaves it', () => {
  const navigation = open('/before');
  const path = () => navigation.history.createHref(navigation.history.location);
  navigation.navigate('/?chat=1');
  for (let press = 0; press < 2; press++) navigation.navigate('/?chat=1#end');
  navigation.setQuery({ chat: '1' });
  const visited = [path()];
  for (let step = 0; step < 2; step++) {
    navigation.history.go(-1);
    visited.push(path());
  }
  expect(visited).toEqual(['/?chat=1#end', '/?chat=1', '/before']);
});

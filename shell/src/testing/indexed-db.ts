import * as fake from 'fake-indexeddb';
import { vi } from 'vitest';

/** An empty database of the browser, until the next one or the end of the file. */
export const stubIndexedDb = (): void => {
  // The classes stay defined, because code that still runs at the end of a file checks objects against them.
  const classes = Object.entries(fake).filter(([name]) => name.startsWith('IDB'));
  Object.assign(globalThis, Object.fromEntries(classes));
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
};

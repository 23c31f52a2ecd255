import * as fake from 'fake-indexeddb';
import { vi } from 'vitest';

/** An empty database of the browser, for the rest of the file or until the next one. */
export const stubIndexedDb = (): void => {
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value);
  vi.stubGlobal('indexedDB', new fake.IDBFactory());
};

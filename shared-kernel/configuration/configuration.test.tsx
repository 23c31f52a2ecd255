import { RemoteContext, viewOf } from '@atrium/shared-kernel/remote';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createScope } from '../remote/scope.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { createConfiguration } from './configuration.ts';

const contract = {
  name: 'mf-a',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
  configuration: {
    schema: () =>
      z.object({
        pageSize: z.optional(z.number()),
        page: z.optional(z.string().check(z.refine((page) => page.startsWith('https:')))),
      }),
    defaults: { pageSize: 20 },
  },
} as const;

const used = (configuration?: unknown) => {
  const useConfiguration = createConfiguration(contract);
  const mount = { scope: createScope(), input: {}, close: () => undefined, configuration };
  const view = viewOf(contract, createFakeHost(), mount);
  const wrapper = ({ children }: { children: ReactNode }) => <RemoteContext value={view}>{children}</RemoteContext>;
  return renderHook(() => useConfiguration(), { wrapper });
};

test('a remote reads what its environment sets, and its own defaults for all else', () => {
  expect(used({ page: 'https://status.test' }).result.current).toEqual({ pageSize: 20, page: 'https://status.test' });
});

test('in a shell that knows no configuration it has its defaults', () => {
  expect(used(undefined).result.current).toEqual({ pageSize: 20 });
});

test('a field that has a default is a value for the compiler as well, another one may be missing', () => {
  const { pageSize, page } = used({}).result.current;
  const sizes: number[] = [pageSize];
  // @ts-expect-error -- nobody may have set it
  const pages: string[] = [page];
  expect([sizes, pages]).toEqual([[20], [undefined]]);
});

test('values stay the same object as long as they are the same', () => {
  const { result, rerender } = used({ pageSize: 5 });
  const before = result.current;
  rerender();
  expect(result.current).toBe(before);
});

test('values that only its code can refuse are not used, and the console names the remote', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  expect(used({ pageSize: 5, page: 'ftp://status.test' }).result.current).toEqual({ pageSize: 20 });
  expect(error.mock.calls[0]?.[0]).toBe('[mf-a] The configuration is not valid and is not used.');
});

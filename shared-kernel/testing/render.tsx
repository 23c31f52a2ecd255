import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { RemoteContract } from '../contracts/define.ts';
import { endQueries } from '../remote/queries.ts';
import { createScope, queriesOf, RemoteContext, viewOf } from '../remote/remote.ts';
import type { OwnedScope } from '../remote/scope.ts';
import { createFakeHost, type FakeHost } from './fake-host.ts';

export interface Rendered extends ReturnType<typeof render> {
  readonly host: FakeHost;
  /** What the component passed to `close`, in order. */
  readonly closed: unknown[];
  /** Its cache: what changes elsewhere is read again in it. */
  readonly queries: QueryClient;
  /** Ends the mount's scope and unmounts. */
  end(): void;
}

const endWithTest = (scope: OwnedScope): void => {
  try {
    onTestFinished(() => {
      scope.end();
      endQueries(scope);
    });
  } catch {
    // Rendered before the tests, for all of the file: there is no test to end with.
  }
};

/** Renders a remote's component as its mount would: through its contract, with its own query cache, until the test is over. */
export const renderRemote = (
  contract: RemoteContract,
  ui: ReactNode,
  { host = createFakeHost(), input, configuration }: { host?: FakeHost; input?: unknown; configuration?: unknown } = {},
): Rendered => {
  const scope = createScope();
  endWithTest(scope);
  const closed: unknown[] = [];
  const queries = queriesOf(scope, QueryClient);
  const view = viewOf(contract, host, { scope, input, configuration, close: (result) => void closed.push(result) });
  // The shell's hooks find the cache by the context of the remote, those of the library by its own.
  const rendered = render(
    <QueryClientProvider client={queries}>
      <RemoteContext value={view}>{ui}</RemoteContext>
    </QueryClientProvider>,
  );
  const end = () => {
    scope.end();
    rendered.unmount();
    endQueries(scope);
  };
  return { ...rendered, host, closed, queries, end };
};

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
  /** The results that the component passed to `close`, in order. */
  readonly closed: unknown[];
  /** The query cache of the component. */
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
    // If it is rendered before the tests, for the whole file, there is no test to end with.
  }
};

/**
 * Renders a remote's component as its mount would: through its contract and with its own query cache, until the test is
 * over.
 */
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
  // The shell's hooks find the cache by the remote's context, those of the library by the library's.
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

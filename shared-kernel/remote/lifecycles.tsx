import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import * as React from 'react';
import * as ReactDOMClient from 'react-dom/client';
import singleSpaReact, { type ReactAppOrParcel } from 'single-spa-react';
import type { RemoteContract } from '../contracts/define.ts';
import type { MountProps } from './host.ts';
import { renewParts } from './lazy-part.tsx';
import { endQueries } from './queries.ts';
import { RemoteContext, viewOf } from './remote-context.ts';
import { createScope, type OwnedScope } from './scope.ts';

interface BoundaryProps {
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

/** Contains a render error in its mount. The shell shows the failure panel instead. */
class RenderBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** The functions that single-spa calls. `init` is version 7's name of `bootstrap`. */
export type Lifecycles = Readonly<
  Record<'bootstrap' | 'init' | 'mount' | 'unmount' | 'update', (props: unknown) => Promise<void>>
>;

interface Mounted {
  readonly parcel: ReactAppOrParcel<object>;
  readonly scope: OwnedScope;
}

const mountOf = (contract: RemoteContract, Root: ComponentType, props: MountProps): Mounted => {
  const scope = createScope();
  const close = (result?: unknown) => props.close?.(result);
  const view = viewOf(contract, props.host, { scope, input: props.input, close, configuration: props.configuration });
  const { remote, version } = props.instance;
  // oxlint-disable-next-line no-console -- errors that a remote's own boundary caught are seen nowhere else
  const logLabeled = (error: unknown) => console.error(`[${remote}@${version}]`, error);
  const parcel = singleSpaReact<object>({
    React,
    ReactDOMClient: {
      createRoot: (element: Element) =>
        ReactDOMClient.createRoot(element, {
          identifierPrefix: `${props.name}-`,
          onUncaughtError: (error) => props.onFailure?.(error, 'effect'),
          onCaughtError: logLabeled,
        }),
    },
    renderType: 'createRoot',
    suppressComponentDidCatchWarning: true,
    rootComponent: () => (
      <RenderBoundary onFailure={(error) => props.onFailure?.(error, 'render')}>
        <RemoteContext value={view}>
          <Suspense fallback={null}>
            <Root />
          </Suspense>
        </RemoteContext>
      </RenderBoundary>
    ),
  });
  return { parcel, scope };
};

type Given = MountProps & Parameters<ReactAppOrParcel<object>['mount']>[0];
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- single-spa hands on what the shell gave it for this mount
const givenTo = (props: unknown): Given => props as Given;

/**
 * Standard single-spa lifecycles of a plain component. Each mount has its own React root, scope, error boundary and
 * Suspense, which end with it.
 */
export const lifecyclesOf = (contract: RemoteContract, Root: ComponentType): Lifecycles => {
  const mounted = new Map<string, Mounted>();
  const nothing = () => Promise.resolve();
  return {
    bootstrap: nothing,
    init: nothing,
    async mount(given) {
      renewParts();
      const props = givenTo(given);
      const mount = mountOf(contract, Root, props);
      mounted.set(props.name, mount);
      await mount.parcel.bootstrap(props);
      await mount.parcel.mount(props);
    },
    async unmount(given) {
      const props = givenTo(given);
      const { name } = props;
      const mount = mounted.get(name);
      if (!mount) return;
      mounted.delete(name);
      mount.scope.end();
      await mount.parcel.unmount(props);
      endQueries(mount.scope);
    },
    update: nothing,
  };
};

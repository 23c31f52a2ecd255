import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import * as ReactDOMClient from 'react-dom/client';

const libraries: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  'react-dom/client': ReactDOMClient,
};

/** One module that the shell shares, as its build declares it. */
interface Shared {
  version?: string;
  get?: () => unknown;
}
interface Starting {
  readonly userOptions: { readonly name: string; readonly shared?: Record<string, Shared | Shared[]> };
}

/**
 * A plugin that replaces the shell's React with a development build as the shell starts, for itself and all remotes. A
 * production build cannot replace a component while it is shown. Calls `warn` if the versions differ.
 */
export const developmentReact = (warn: (line: string) => void) => ({
  name: 'atrium-development-react',
  beforeInit<T extends Starting>(starting: T): T {
    const { name, shared = {} } = starting.userOptions;
    if (name !== 'shell') return starting;
    for (const [request, library] of Object.entries(libraries))
      for (const one of [shared[request] ?? []].flat()) {
        one.get = () => () => library;
        if (request === 'react' && one.version !== React.version)
          warn(`the shell was built with React ${one.version}; it runs with ${React.version} here`);
      }
    return starting;
  },
});

interface FederationPage {
  __FEDERATION__?: { __GLOBAL_PLUGIN__: unknown[] };
  __VMOK__?: unknown;
}

/** Registers the plugin before the shell's build makes its instance. */
export const installDevelopmentReact = (page: FederationPage, warn: (line: string) => void): void => {
  page.__FEDERATION__ ??= { __GLOBAL_PLUGIN__: [] };
  page.__FEDERATION__.__GLOBAL_PLUGIN__.push(developmentReact(warn));
};

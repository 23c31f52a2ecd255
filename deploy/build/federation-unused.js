/** Replaces parts of `@module-federation/webpack-bundler-runtime` that no build of the product uses. */

/** Connects remotes that a build names. No build does: the shell registers remotes at run time. */
export const remotes = undefined;

/** Leaves out the plugin that picks between several builds of a shared module: there is only one, the shell's. */
export const init = ({ webpackRequire }) =>
  webpackRequire.federation.runtime.init(webpackRequire.federation.initOptions);
export const getSharedFallbackGetter = ({ factory }) => factory;

/** Adds shared modules that become known after a script has started. A build lists all of them from the start. */
export const updateConsumeOptions = () => {};

/**
 * For remotes: an entry contains no module that consumes a shared one. Such modules are in chunks, which wait for it.
 */
export const installInitialConsumes = ({ initialConsumes }) => {
  if (initialConsumes.length > 0) throw new Error('An entry takes a shared module before it is there.');
};

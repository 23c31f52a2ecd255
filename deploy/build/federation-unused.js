/** Stands for parts of `@module-federation/webpack-bundler-runtime` that no build of the product uses. */

/** Binds the remotes that a build names: none names any, the shell registers them as it runs. */
export const remotes = undefined;

/** Without the plugin that picks between several builds of a shared module: there is one, the shell's. */
export const init = ({ webpackRequire }) =>
  webpackRequire.federation.runtime.init(webpackRequire.federation.initOptions);
export const getSharedFallbackGetter = ({ factory }) => factory;

/** Of remotes: an entry holds no module that takes a shared one. Each does so in a chunk, which waits for it. */
export const installInitialConsumes = ({ initialConsumes }) => {
  if (initialConsumes.length > 0) throw new Error('An entry takes a shared module before it is there.');
};

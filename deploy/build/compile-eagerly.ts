import { rspack } from '@rsbuild/core';

/**
 * Tells V8 to compile all functions of some scripts in the background while they load, not one by one when each is first
 * called, which keeps the page waiting. `names` are regular expressions for the names of scripts that run as soon as
 * they are there. Other engines ignore it. https://v8.dev/blog/explicit-compile-hints
 */
export const compileEagerly = (names: readonly string[]) =>
  new rspack.BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    test: new RegExp(String.raw`(?:^|[\\/])(?:${names.join('|')})\.\w+\.js$`),
    // After the minimizer, which removes comments, and before the file's hash is computed.
    stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE,
  });

import { registerHooks } from 'node:module';

/**
 * For `node --import`, before anything imports Drizzle. For each file of a package that another one of it imports, Node
 * parses the whole package.json to learn the format, and Drizzle's has 180 kB: half of the time in which a process starts.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    return specifier.startsWith('.') && specifier.endsWith('.js') && parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context);
  },
});

import { basename } from 'node:path';

interface LoaderContext {
  readonly resourcePath: string;
  readonly resourceQuery: string;
}

/**
 * The text of an exposed module. Its request is the component's file with a query, and it imports the same file without
 * one.
 */
function lifecycles(this: LoaderContext): string {
  const query = new URLSearchParams(this.resourceQuery);
  const component = query.get('lifecycles-of');
  return `import { ${component} } from './${basename(this.resourcePath)}';
import { lifecycles } from '${query.get('kit')}';

export const { bootstrap, init, mount, unmount, update } = lifecycles(${component});
`;
}

export default lifecycles;

import { expect, test } from 'vitest';
import { exposedModule } from './exposed-modules.ts';
import lifecycles from './lifecycles-loader.ts';

test('the module of an exposed component mounts it by the kit of its remote', () => {
  const [resourcePath = '', query] = exposedModule('/w/mf-chat', './src/share/share-dialog.tsx').split('?');
  expect(resourcePath).toBe('/w/mf-chat/src/share/share-dialog.tsx');
  expect(lifecycles.call({ resourcePath, resourceQuery: `?${query}` })).toBe(
    `import { ShareDialog } from './share-dialog.tsx';
import { lifecycles } from '../remote.ts';

export const { bootstrap, init, mount, unmount, update } = lifecycles(ShareDialog);
`,
  );
});

test('a file that exports lifecycles is exposed as it is', () => {
  expect(exposedModule('/w/mf-chat', './src/vue.ts#*')).toBe('/w/mf-chat/src/vue.ts');
});

import type { AtRule as AtRuleNode, Root } from 'postcss';

/** The theme names its own layers. */
const ownLayers = /[\\/]shared-kernel[\\/]theme[\\/]/;

interface Tools {
  readonly AtRule: new (defaults: { name: string; params: string }) => AtRuleNode;
}

/** The cascade layer of a CSS module: parts of the kernel below those of whoever uses them. */
const layerOf = (file: string): 'ui' | 'remote' => (/[\\/]shared-kernel[\\/]ui[\\/]/.test(file) ? 'ui' : 'remote');

/**
 * Wraps each stylesheet, also those of libraries, into its cascade layer. Stylesheets of remotes load in any order and stay after unmount: only
 * layers give them a fixed rank.
 */
export const cascadeLayers = () => ({
  postcssPlugin: 'atrium-cascade-layers',
  OnceExit(root: Root, { AtRule }: Tools) {
    const file = root.source?.input.file ?? '';
    if (ownLayers.test(file) || root.nodes.length === 0) return;
    const layer = new AtRule({ name: 'layer', params: layerOf(file) });
    layer.append(root.nodes);
    root.removeAll();
    root.append(layer);
  },
});

import type { AtRule as AtRuleNode, ChildNode, Root } from 'postcss';

/** As the theme ranks them. */
export const layers = ['reset', 'tokens', 'ui', 'remote'] as const;

/** The theme names its own layers. */
const ownLayers = /[\\/](?:shared-kernel|@atrium[\\/]kernel)[\\/]theme[\\/]/;

interface Tools {
  readonly AtRule: new (defaults: { name: string; params: string }) => AtRuleNode;
}

/** The cascade layer of a CSS module: parts of the kernel below those of whoever uses them. */
const layerOf = (file: string): 'ui' | 'remote' =>
  /[\\/](?:shared-kernel|@atrium[\\/]kernel)[\\/]ui[\\/]/.test(file) ? 'ui' : 'remote';

/**
 * Wraps each stylesheet, also those of libraries, into its cascade layer. Stylesheets of remotes load in any order and
 * stay after unmount: only layers give them a fixed rank. Fonts stand outside: the first mention of a layer ranks it, and
 * theirs would come before the theme's order.
 */
export const cascadeLayers = () => ({
  postcssPlugin: 'atrium-cascade-layers',
  OnceExit(root: Root, { AtRule }: Tools) {
    const file = root.source?.input.file ?? '';
    if (ownLayers.test(file) || root.nodes.length === 0) return;
    const isFont = (node: ChildNode) => node.type === 'atrule' && node.name === 'font-face';
    const fonts = root.nodes.filter(isFont);
    const rules = root.nodes.filter((node) => !isFont(node));
    root.removeAll();
    root.append(fonts);
    if (rules.length === 0) return;
    const layer = new AtRule({ name: 'layer', params: layerOf(file) });
    layer.append(rules);
    root.append(layer);
  },
});

import type { AtRule as AtRuleNode, ChildNode, Root } from 'postcss';

/** In the order of the theme, the weakest layer first. */
export const layers = ['reset', 'tokens', 'ui', 'remote'] as const;

/** Stylesheets of the theme name their layers themselves. */
const ownLayers = /[\\/](?:shared-kernel|@atrium[\\/]kernel)[\\/]theme[\\/]/;

interface Tools {
  readonly AtRule: new (defaults: { name: string; params: string }) => AtRuleNode;
}

/** The cascade layer of a CSS module: components of the kernel rank below the code that uses them. */
const layerOf = (file: string): 'ui' | 'remote' =>
  /[\\/](?:shared-kernel|@atrium[\\/]kernel)[\\/]ui[\\/]/.test(file) ? 'ui' : 'remote';

/**
 * Wraps each stylesheet into its cascade layer, including those of libraries. Stylesheets of remotes load in any order
 * and stay after unmount, so only layers give them a fixed rank. Fonts stay outside: a layer is ranked where it is
 * first mentioned, and their layer would come before the theme's order.
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

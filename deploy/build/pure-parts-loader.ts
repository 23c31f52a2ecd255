/**
 * Marks the values that a library of React components creates while it loads (contexts, wrapped components and classes)
 * as pure, so that the bundler can leave out unused ones. Their display names for developer tools, which are assigned
 * afterwards, are removed.
 */
export default function pureParts(source: string): string {
  return source
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replaceAll(/^(var \w+ = )(\w+\.(?:createContext|forwardRef|memo)\()/gm, '$1/*#__PURE__*/ $2')
    .replaceAll(
      /^(var \w+ = )(class extends \w+(?:\.Component)? \{\n(?: .*\n|\n)*\});$/gm,
      '$1/*#__PURE__*/ (() => $2)();',
    );
}

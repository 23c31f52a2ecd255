/**
 * Marks what a library of React parts makes as it is read, so that the bundler can leave out what nobody uses: contexts,
 * wrapped components and classes. Their names for developer tools, which are written to them afterwards, go.
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

/**
 * Parts of a contract that the remote's own code never reads: the shell gets them from the release set, other releases
 * from the record.
 */
const forOthers = ['exposes', 'paints', 'routes', 'fills', 'slots', 'dialogs', 'first'];

/**
 * Removes the parts of a remote's contract that its own code does not use, and imports that only those parts used,
 * because they would add to each first load. `source` is the compiler's output, with each property of the contract on
 * its own lines.
 */
export default function ownContract(source: string): string {
  const start = /(?:^|\*\/ )export default defineRemote\(\{$/m.exec(source);
  if (!start) return source;
  const head = source.slice(0, start.index);
  const property = new RegExp(`^ {4}(?:${forOthers.join('|')}):[^\\n]*\\n(?:(?! {4}[\\w']|\\}).*\\n)*`, 'gm');
  return head + source.slice(start.index).replaceAll(property, '');
}

/** What a remote itself never reads of its contract: the release set says it to the shell, and records to other releases. */
const forOthers = ['exposes', 'paints', 'routes', 'fills', 'slots', 'dialogs', 'first'];

/**
 * Takes out of a remote's contract what its own code has no use for, with all that only that named: it would be a part of
 * each first load. `source` is what the compiler printed, with each property of the contract on lines of its own.
 */
export default function ownContract(source: string): string {
  const start = /(?:^|\*\/ )export default defineRemote\(\{$/m.exec(source);
  if (!start) return source;
  const head = source.slice(0, start.index);
  const property = new RegExp(`^ {4}(?:${forOthers.join('|')}):[^\\n]*\\n(?:(?! {4}[\\w']|\\}).*\\n)*`, 'gm');
  return head + source.slice(start.index).replaceAll(property, '');
}

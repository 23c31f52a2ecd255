import { createHash } from 'node:crypto';

/** A fixed piece of script, run by a process of its own: it starts, reads, sorts and hashes as the release command does. */
const entries = Array.from({ length: 60_000 }, (_, at) => ({ name: `file-${(at * 7919) % 60_000}`, size: at % 977 }));
const text = JSON.stringify(entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.size - b.size));
const again = JSON.parse(text) as readonly { readonly name: string }[];
process.stdout.write(createHash('sha256').update(`${again.length} ${text}`).digest('hex'));

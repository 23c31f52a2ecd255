import { writeFileSync } from 'node:fs';

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const head = (type: number, size: number): Buffer => {
  const extended = type > 7;
  const length = size < 29 ? [size] : [29, size - 29];
  if (size >= 29 + 256) throw new Error('The builder of test databases knows short values only.');
  const control = ((extended ? 0 : type) << 5) | (length[0] ?? 0);
  return Buffer.from([control, ...(extended ? [type - 7] : []), ...length.slice(1)]);
};

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(2, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([head(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(([key, part]) => [encode(key), encode(part)])]);
};

type Node = [Branch, Branch];
type Branch = Node | number | undefined;

/** The 128 bits of an address. An IPv4 address follows 96 zeros. */
const bitsOf = (address: string): string => {
  if (address.includes(':')) {
    const [left, right] = address.split('::').map((half) => half.split(':').filter(Boolean));
    const given = (left?.length ?? 0) + (right?.length ?? 0);
    const parts = [...(left ?? []), ...Array<string>(8 - given).fill('0'), ...(right ?? [])];
    return parts.map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0')).join('');
  }
  const octets = address.split('.').map((octet) => Number(octet).toString(2).padStart(8, '0'));
  return '0'.repeat(96) + octets.join('');
};

/** Writes a database in MaxMind's format with these records by network. The networks must not overlap. */
export const writeMmdb = (file: string, records: Readonly<Record<string, Value>>): string => {
  const root: Node = [undefined, undefined];
  const data: Buffer[] = [];
  let size = 0;
  for (const [network, record] of Object.entries(records)) {
    const [address = '', length = ''] = network.split('/');
    const bits = bitsOf(address).slice(0, address.includes(':') ? Number(length) : 96 + Number(length));
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = (node[Number(bit)] ?? [undefined, undefined]) as Node;
      node[Number(bit)] = next;
      node = next;
    }
    node[Number(bits.at(-1))] = size;
    const encoded = encode(record);
    data.push(encoded);
    size += encoded.length;
  }
  const nodes: Node[] = [root];
  for (const node of nodes) nodes.push(...node.filter((branch): branch is Node => Array.isArray(branch)));
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries())
    for (const [side, branch] of node.entries()) {
      const empty = branch === undefined ? nodes.length : nodes.length + 16 + Number(branch);
      tree.writeUIntBE(Array.isArray(branch) ? nodes.indexOf(branch) : empty, index * 6 + side * 3, 3);
    }
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'test',
    ip_version: 6,
    node_count: nodes.length,
    record_size: 24,
    languages: [],
    description: {},
  };
  const marker = Buffer.from('\u{AB}\u{CD}\u{EF}MaxMind.com', 'latin1');
  writeFileSync(file, Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(metadata)]));
  return file;
};

import { posix } from 'node:path';
import type { Archive } from './archive.ts';
import { walkXml } from './walk-xml.ts';

export interface Relation {
  /** The last segment of its type, such as `slide` or `notesSlide`. */
  readonly kind: string;
  /** The part's name in the archive. */
  readonly part: string;
}

/** The relationships of a part of an Office document, by their ids. */
export const relationsOf = (archive: Archive, part: string): ReadonlyMap<string, Relation> => {
  const name = `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
  const found = new Map<string, Relation>();
  const bytes = archive.unpack([name]).get(name);
  if (!bytes) return found;
  walkXml(bytes, {
    open(tag, get) {
      const [id, target, type] = [get('Id'), get('Target'), get('Type')];
      if (tag !== 'Relationship' || !id || !target || get('TargetMode') === 'External') return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);
      found.set(id, { kind: type?.split('/').at(-1) ?? '', part: path });
    },
  });
  return found;
};

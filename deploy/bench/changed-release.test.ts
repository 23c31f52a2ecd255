import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspace } from '../release/data-folder.ts';
import { changes } from './changed-release.ts';

test.each(Object.entries(changes))(
  'the change in the next release of %s occurs once in its sources',
  (remote, change) => {
    expect(readFileSync(join(workspace, remote, change.file), 'utf8').split(change.from)).toHaveLength(2);
  },
);

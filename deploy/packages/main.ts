import { packKernel, packRemoteKit } from './pack.ts';
import { recordParts } from './record.ts';

// `node deploy/packages/main.ts <kernel|remote-kit>`, which `pnpm pack` runs first, or `record` after `pnpm changeset
// version`.
const makers: Readonly<Record<string, () => void>> = {
  kernel: packKernel,
  'remote-kit': packRemoteKit,
  record: recordParts,
};
const make = makers[process.argv[2] ?? ''];
try {
  if (make) make();
  else {
    console.error(`Usage: node deploy/packages/main.ts <${Object.keys(makers).join('|')}>`);
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

import { packKernel, packRemoteKit } from './pack.ts';

// `node deploy/packages/main.ts <kernel|remote-kit>`, which `pnpm pack` runs first.
const makers: Readonly<Record<string, () => void>> = { kernel: packKernel, 'remote-kit': packRemoteKit };
const make = makers[process.argv[2] ?? ''];
if (make) make();
else {
  console.error(`Usage: node deploy/packages/main.ts <${Object.keys(makers).join('|')}>`);
  process.exitCode = 2;
}

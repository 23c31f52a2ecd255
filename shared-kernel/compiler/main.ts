import { readContracts } from './read-contracts.ts';

// A process of its own: the compiler waits for answers synchronously, and says on its way out that it was ended.
process.stdout.write(JSON.stringify(readContracts(process.argv[2] ?? '')));

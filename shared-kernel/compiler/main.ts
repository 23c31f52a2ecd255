import { readContracts } from './read-contracts.ts';

// Runs in its own process, because the compiler waits synchronously for answers and reports on exit that it was ended.
process.stdout.write(JSON.stringify(readContracts(process.argv.slice(2))));

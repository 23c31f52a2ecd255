import { runChecks } from './checks.ts';

const { failed } = await runChecks((line) => console.log(line));
process.exitCode = failed === 0 ? 0 : 1;

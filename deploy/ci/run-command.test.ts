import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { endCommands, runCommand } from './run-command.ts';

test('a command returns its exit code and its whole output', async () => {
  const script = `console.log('out'); console.error('err'); process.exitCode = 3;`;
  const { code, output } = await runCommand(process.execPath, ['-e', script]);
  expect(code).toBe(3);
  expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
});

test('a command that is not there has failed', async () => {
  expect((await runCommand('no-such-program', [])).code).toBe(1);
});

test('a command that yields lets programs of usual priority go first, and so do its children', async () => {
  const child = `console.log(require('os').getPriority())`;
  const script = `${child}; require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' })`;
  const { output } = await runCommand(process.execPath, ['-e', script], { yields: true });
  // Nothing is lower than 19.
  const lower = Math.min(19, getPriority() + 10);
  expect(output).toBe(`${lower}\n${lower}\n`);
  expect((await runCommand(process.execPath, ['-e', child])).output).toBe(`${getPriority()}\n`);
});

test('stopping a command also stops the processes that it started', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // The grandchild holds a connection, so when it ends, the connection ends.
  const grandchild = `require('net').connect(${port}, '127.0.0.1'); setInterval(() => {}, 1000);`;
  const child = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]); setInterval(() => {}, 1000);`;
  const outcome = runCommand(process.execPath, ['-e', child]);
  const [connection] = (await once(server, 'connection')) as [Socket];
  connection.on('error', () => connection.destroy());
  const gone = once(connection.resume(), 'close');
  await endCommands();
  expect((await outcome).code).not.toBe(0);
  await gone;
  server.close();
});

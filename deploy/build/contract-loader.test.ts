import { expect, test } from 'vitest';
import ownContract from './contract-loader.ts';

test('a remote keeps only the parts of its contract that it uses, and bundles nothing that is only for others', () => {
  expect(
    ownContract(`const slots = [];
/** Its surface. */ export default defineRemote({
    name: 'mf-chat',
    exposes: {
        './chat': './src/chat.tsx'
    },
    routes: [],
    slots: Object.values(slots),
    fills: [
        {
            slot: main,
            calls: 'no call'
        }
    ],
    opens: [
        share
    ],
    calls,
    first: {
        './chat': []
    }
});
`),
  ).toBe(`const slots = [];
/** Its surface. */ export default defineRemote({
    name: 'mf-chat',
    opens: [
        share
    ],
    calls,
});
`);
});

test('a contract that is written in another form stays whole', () => {
  const other = 'const contract = { slots: [] };\nexport default defineRemote(contract);\n';
  expect(ownContract(other)).toBe(other);
});

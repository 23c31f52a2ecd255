import { expect, test } from 'vitest';
import { overrideWelcome, welcome } from './welcome.ts';

const operated = { operatorUrl: 'http://localhost:8081' };

test('the address is on a line of its own, before accounts, mailbox and model', () => {
  const service = { model: 'the demo model', mailbox: '/local/mail' };
  const lines = welcome({ ...operated, url: 'http://localhost:8080', public: false, service });
  expect(lines[0]).toBe('Ready: http://localhost:8080');
  expect(lines).toContain('Mailbox: http://localhost:8080/local/mail');
  expect(lines).toContain('Model:   the demo model');
  expect(lines).toContain('Operate: http://localhost:8081, as product admin');
  expect(lines.filter((line) => line.includes('@atrium.test'))).toHaveLength(5);
});

test('a service that really sends mail has no mailbox to show', () => {
  const lines = welcome({
    ...operated,
    url: 'http://localhost:8080',
    public: false,
    service: { model: 'm', mailbox: null },
  });
  expect(lines.join()).not.toContain('Mailbox');
});

test('if others can reach the product, no account and no page of a local start is named', () => {
  const text = welcome({
    operatorUrl: undefined,
    url: 'http://192.168.0.7:8080',
    public: true,
    service: { model: 'm', mailbox: null },
  }).join('\n');
  expect(text).toMatch(/^Ready: http:\/\/192\.168\.0\.7:8080\n/);
  expect(text).not.toMatch(/@atrium\.test|Atrium1!|operator|\/local/);
});

test('a developer sees which address opens the remote from its sources, and in which environment it runs', () => {
  const lines = overrideWelcome({ remote: 'mf-chat', against: 'staging' }, 'http://localhost:8080/__override/start');
  expect(lines[0]).toBe('Ready: http://localhost:8080/__override/start');
  expect(lines.join('\n')).toContain('mf-chat from its sources, all else from staging');
});

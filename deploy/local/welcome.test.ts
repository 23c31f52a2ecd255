import { expect, test } from 'vitest';
import { welcome } from './welcome.ts';

test('the address stands on a line of its own, before accounts, mailbox and model', () => {
  const lines = welcome({ url: 'http://localhost:8080', service: { model: 'the demo model', mailbox: '/local/mail' } });
  expect(lines[0]).toBe('Ready: http://localhost:8080');
  expect(lines).toContain('Mailbox: http://localhost:8080/local/mail');
  expect(lines).toContain('Model:   the demo model');
  expect(lines.filter((line) => line.includes('@atrium.test'))).toHaveLength(5);
});

test('a service that really sends mail has no mailbox to show', () => {
  const lines = welcome({ url: 'http://localhost:8080', service: { model: 'm', mailbox: null } });
  expect(lines.join()).not.toContain('Mailbox');
});

import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import * as React from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { readOverride, showBanner } from './banner.ts';
import { developmentReact, installDevelopmentReact } from './development-react.ts';

afterEach(() => document.body.replaceChildren());

const inline = (facts: object) => {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'override';
  script.textContent = JSON.stringify(facts);
  document.body.append(script);
};

test('a page without an override has none', () => {
  expect(readOverride(document)).toBeUndefined();
});

test('the banner names remote, version and environment, and Reset is one key away', async () => {
  inline({ remote: 'mf-chat', environment: 'staging', pinned: '1.2.0' });
  const reset = vi.fn<() => void>();
  const override = readOverride(document);
  if (!override) throw new Error('none');
  showBanner(document, override, reset);
  expect(screen.getByRole('complementary', { name: 'Override' }).textContent).toContain(
    'mf-chat from source, instead of 1.2.0 in staging',
  );
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reset' }));
  await userEvent.keyboard('{Enter}');
  expect(reset).toHaveBeenCalledOnce();
});

test('a remote that the environment does not know yet is named as new', () => {
  showBanner(document, { remote: 'mf-news', environment: 'staging', pinned: null }, () => {});
  expect(screen.getByRole('complementary').textContent).toContain('mf-news from source, new in staging');
});

const shared = () => ({
  react: [{ version: React.version, get: () => () => 'production' }],
  'react-dom/client': { version: React.version, get: () => () => 'production' },
  rxjs: { version: '7', get: () => () => 'production' },
});

test('the shell gets the development build of React for what it shares, and nothing else is changed', () => {
  const lines: string[] = [];
  const page: Parameters<typeof installDevelopmentReact>[0] = {};
  installDevelopmentReact(page, (line) => lines.push(line));
  const [plugin] = (page.__FEDERATION__?.__GLOBAL_PLUGIN__ ?? []) as ReturnType<typeof developmentReact>[];
  const given = shared();
  plugin?.beforeInit({ userOptions: { name: 'shell', shared: given } });
  expect(given.react[0]?.get()()).toMatchObject({ version: React.version });
  expect(given['react-dom/client'].get()()).toHaveProperty('createRoot');
  expect(given.rxjs.get()()).toBe('production');
  expect(lines).toEqual([]);
});

test('a different React version than the shell’s is reported, and a remote’s own list is untouched', () => {
  const lines: string[] = [];
  const plugin = developmentReact((line) => lines.push(line));
  plugin.beforeInit({ userOptions: { name: 'shell', shared: { react: { version: '18.0.0' } } } });
  expect(lines).toEqual([`the shell was built with React 18.0.0; it runs with ${React.version} here`]);
  const remote = shared();
  plugin.beforeInit({ userOptions: { name: 'mf_chat_1_0_0', shared: remote } });
  expect(remote.react[0]?.get()()).toBe('production');
});

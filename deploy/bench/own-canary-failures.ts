/** The part of a version that users open: its page, its composer action, or its settings tab. */
export type Part = 'page' | 'action' | 'settings';

/** Files of the repository that a failure edits. */
export const files = {
  page: 'src/news/news-page.tsx',
  later: 'src/news/later.tsx',
  style: 'src/news/news-page.module.css',
  action: 'src/greeting/greeting-action.tsx',
  settings: 'src/greeting/greeting-settings.tsx',
  kit: 'src/remote.ts',
  contract: 'contract.ts',
} as const;

type Edit = (text: string) => string;

/** One way in which a version is broken: in its sources, on the way of its files to the browser, or in the store. */
export interface Failure {
  readonly name: string;
  readonly edits?: Readonly<Partial<Record<keyof typeof files, Edit>>>;
  /** Which files that only this version has get another response, and which response. */
  readonly fault?: {
    readonly of: 'entry' | 'script' | 'style' | 'later';
    readonly answer: 'abort' | 'hang' | 'cut' | { status: number } | { contentType: string; body: string };
  };
  readonly inStore?: true;
  /** `page` by default. */
  readonly part?: Part;
  /** Users keep the version they have. By default they get the version before. */
  readonly stays?: true;
  /** Users press the button of what they opened; `leave` navigates to another page. */
  readonly act?: 'press' | 'leave';
  /** The tab hangs, and its user closes it and opens it again. */
  readonly hangs?: true;
}

const inPage =
  (line: string): Edit =>
  (text) =>
    text.replace(/(export const \w+ = \(\) => \{\n)/, `$1  ${line}\n`);
const behind =
  (line: string): Edit =>
  (text) =>
    `${text}\n${line}\n`;
const effect = (line: string): Edit => inPage(`useEffect(() => { ${line} }, []);`);
const withEffects =
  (edit: Edit): Edit =>
  (text) =>
    `import { useEffect } from 'react';\n${edit(text)}`;
const onPress =
  (line: string): Edit =>
  (text) =>
    text.replace(/onClick=\{.*\}\)\}>(Say hello|Insert a greeting)/, `onClick={() => { ${line} }}>$1`);
const body =
  (line: string): Edit =>
  (text) =>
    text.replace(/=> (<p>.*<\/p>);/, `=> { ${line} return $1; };`);
const lifecycle = (line: string): Edit =>
  ((text) =>
    text.replace(
      /export const \{.*/,
      `const kit = createRemoteKit(contract);
export const useHost = kit.useRemote;
export const lifecycles = (root: Parameters<typeof kit.lifecycles>[0]) => ({ ...kit.lifecycles(root), ${line} });`,
    )) satisfies Edit;

const thrown = (where: string) => `throw new Error('broken ${where}');`;
const rejects = (where: string) => `() => Promise.reject(new Error('broken ${where}'))`;
const never = 'await new Promise(() => undefined);';
const loop = 'for (;;);';
/** Code that makes this version differ from every other one. */
const other = behind("console.debug('of this version alone');");

/** The failures of docs/failures.md that the code of a remote in an own repository can cause. */
export const failures: readonly Failure[] = [
  ...(
    [
      ['answers 404', { status: 404 }],
      ['answers 500', { status: 500 }],
      ['is a page', { contentType: 'text/html', body: '<p>Welcome to our hotel' }],
      ['has another byte', { contentType: 'text/javascript', body: ';' }],
      ['is cut off', 'cut'],
      ['cannot be reached', 'abort'],
      ['hangs', 'hang'],
    ] as const
  ).map(([name, answer]): Failure => ({ name: `entry ${name}`, fault: { of: 'entry', answer } })),
  { name: 'a chunk does not come', edits: { page: other }, fault: { of: 'script', answer: 'abort' } },
  { name: 'a chunk hangs', edits: { page: other }, fault: { of: 'script', answer: 'hang' } },
  {
    name: 'a stylesheet hangs',
    edits: { style: behind('.page { color: inherit; }') },
    fault: { of: 'style', answer: 'hang' },
  },
  {
    name: 'a part that loads later does not come',
    edits: {
      later: () => 'export default () => <p>Loaded later</p>;\n',
      page: (text) =>
        `import { lazyPart } from '@atrium/kernel/remote';\nconst Later = lazyPart(() => import('./later.tsx'));\n${text.replace('<h1>', '<Later /><h1>')}`,
    },
    fault: { of: 'later', answer: 'abort' },
  },
  { name: 'a byte in the store is another', inStore: true },
  { name: 'throws as it is loaded', edits: { page: behind(thrown('as it is loaded')) } },
  { name: 'never loads', edits: { page: behind(never) } },
  { name: 'throws in bootstrap', edits: { kit: lifecycle(`bootstrap: ${rejects('in bootstrap')}`) } },
  { name: 'throws in mount', edits: { kit: lifecycle(`mount: ${rejects('in mount')}`) } },
  { name: 'a mount hangs', edits: { kit: lifecycle('mount: () => new Promise<void>(() => undefined)') } },
  { name: 'throws in render', edits: { page: inPage(thrown('in render')) } },
  { name: 'throws in an effect', edits: { page: withEffects(effect(thrown('in an effect'))) } },
  { name: 'loops as it is loaded', edits: { page: behind(loop) }, hangs: true },
  { name: 'loops in its first render', edits: { page: inPage(loop) }, hangs: true },
  {
    name: 'throws in unmount',
    edits: { kit: lifecycle(`unmount: ${rejects('in unmount')}`) },
    stays: true,
    act: 'leave',
  },
  {
    name: 'throws as an effect ends',
    edits: { page: withEffects(effect(`return () => { ${thrown('as an effect ends')} };`)) },
    stays: true,
    act: 'leave',
  },
  {
    name: 'throws in an event handler',
    edits: { page: onPress(thrown('in a handler')) },
    stays: true,
    act: 'press',
  },
  {
    name: 'throws in a timer',
    edits: { page: withEffects(effect(`setTimeout(() => { ${thrown('in a timer')} });`)) },
    stays: true,
  },
  {
    name: 'a promise rejects',
    edits: { page: onPress(`void (async () => { ${thrown('in a promise')} })();`) },
    stays: true,
    act: 'press',
  },
  {
    name: 'a call fails and nobody catches it',
    edits: {
      contract: (text) =>
        `import * as calls from '@atrium/kernel/contracts/calls';\n${text.replace('calls: []', 'calls: [calls.profile.updateUser]')}`,
      page: (text) =>
        `import * as calls from '@atrium/kernel/contracts/calls';\n${onPress(
          "void client.call(calls.profile.updateUser, { firstName: '' });",
        )(text.replace('{ bus, ', '{ client, '))}`,
    },
    stays: true,
    act: 'press',
  },
  {
    name: 'an event has a bad payload',
    edits: { page: onPress('bus.emit(events.greeted, { firstName: 5 as never });') },
    stays: true,
    act: 'press',
  },
  {
    name: 'an action throws as it is loaded',
    edits: { action: behind(thrown('as it is loaded')) },
    part: 'action',
  },
  { name: 'an action never loads', edits: { action: behind(never) }, part: 'action' },
  { name: 'an action throws in render', edits: { action: inPage(thrown('in render')) }, part: 'action' },
  {
    name: 'an action loops in its first render',
    edits: { action: inPage(loop) },
    part: 'action',
    hangs: true,
  },
  {
    name: 'an action throws in an event handler',
    edits: { action: onPress(thrown('in a handler')) },
    part: 'action',
    stays: true,
    act: 'press',
  },
  {
    name: 'an action closes with what its slot does not take',
    edits: { action: onPress('close({ insert: 5 });') },
    part: 'action',
    stays: true,
    act: 'press',
  },
  { name: 'a tab throws in render', edits: { settings: body(thrown('in render')) }, part: 'settings' },
  { name: 'a tab never loads', edits: { settings: behind(never) }, part: 'settings' },
];

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { changedSignatures } from './changed-signatures.ts';

const kernel = mkdtempSync(join(tmpdir(), 'kernel-'));
afterAll(() => rmSync(kernel, { recursive: true }));

/** The changed exports for earlier declarations and current sources. */
const cases: Readonly<Record<string, readonly [before: string, now: string]>> = {
  same: ['export declare const f: (a: string) => number;', 'export const f = (a: string) => a.length;'],
  optionalParameter: [
    'export declare const f: (a: string) => void;',
    'export const f = (a: string, b = 1) => void [a, b];',
  ],
  neededParameter: [
    'export declare const f: (a: string) => void;',
    'export const f = (a: string, b: number) => void [a, b];',
  ],
  otherParameter: ['export declare const f: (a: string) => void;', 'export const f = (a: number) => void a;'],
  widerParameter: ["export declare const f: (a: 'x') => void;", "export const f = (a: 'x' | 'y') => void a;"],
  otherResult: ['export declare const f: () => string;', 'export const f = () => 1;'],
  moreResult: ['export declare const f: () => { a: string };', "export const f = () => ({ a: 'a', b: 'b' });"],
  maybeResult: ['export declare const f: () => string;', "export const f = (): string | undefined => 'a';"],
  optionalProp: [
    'export declare const F: (props: { a: string }) => null;',
    'export const F = (_: { a: string; b?: string }) => null;',
  ],
  neededProp: [
    'export declare const F: (props: { a: string }) => null;',
    'export const F = (_: { a: string; b: string }) => null;',
  ],
  lostProp: [
    'export declare const F: (props: { a: string; b?: string }) => null;',
    'export const F = (_: { a: string }) => null;',
  ],
  genericProp: [
    'export declare const F: <V>(props: { a: V }) => null;',
    'export const F = <V>(_: { a: V; b: V }) => null;',
  ],
  moreOfType: ['export interface T { a: string }', 'export interface T { a: string; b?: string }'],
  lostOfType: ['export interface T { a: string; b?: string }', 'export interface T { a: string }'],
  otherType: ['export interface T { a: string }', 'export interface T { a: number }'],
  deeperType: ['export interface T { a: { b: string } }', 'export interface T { a: { b: number } }'],
  widerType: ["export type T = 'x';", "export type T = 'x' | 'y';"],
  reExported: ["export { f } from './same.ts';", "export { f } from './neededParameter.ts';"],
  byPackage: ["export { f } from '@test/kernel/same';", "export { f } from './same.ts';"],
  changedByPackage: ["export { f } from '@test/kernel/otherResult';", "export { f } from '@test/kernel/otherResult';"],
  gone: ['export declare const f: () => void;', 'export const g = 1;'],
};

test('what cannot be used as before is found, and what was added is not', () => {
  const files = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(cases).map(([name, texts]) => [`${name}.ts`, texts[at]]));
  mkdirSync(kernel, { recursive: true });
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(
    join(kernel, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true } }),
  );
  writeFileSync(
    join(kernel, 'package.json'),
    JSON.stringify({ name: '@test/kernel', version: '1.0.0', exports: { './*': './*.ts' } }),
  );
  for (const [file, text] of Object.entries(files(1))) writeFileSync(join(kernel, file), text);
  const modules = Object.fromEntries(Object.keys(cases).map((name) => [name, `${name}.ts`]));
  expect(changedSignatures({ kernel, before: files(0), modules })).toEqual([
    'neededParameter.f',
    'otherParameter.f',
    'otherResult.f',
    'maybeResult.f',
    'neededProp.F',
    'lostProp.F',
    'genericProp.F',
    'lostOfType.T',
    'otherType.T',
    'deeperType.T',
    'reExported.f',
    'changedByPackage.f',
  ]);
});

test('a module whose declarations cannot be read is an error, not an empty result', () => {
  expect(() => changedSignatures({ kernel: join(kernel, 'nowhere'), before: {}, modules: {} })).toThrow(
    'could not compare',
  );
});

import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import contract from '../../../contract.ts';
import { AssistantFile } from '../../messages/assistant-file.tsx';
import { Citations } from '../../links/citations.tsx';
import { Thoughts } from '../../messages/thoughts.tsx';
import { UserMessage } from '../../messages/user-message.tsx';
import { fromPrompt } from '../../reply/reply.ts';
import { Markdown } from '../markdown.tsx';
import { exfiltrations, payloads } from './payloads.ts';

/** Elements that run or load something merely by being in the page. */
const active =
  'script, iframe, object, embed, link, meta, base, form, style, template, audio, video, source, svg script, svg a, svg image, svg use, math a';
const addresses = ['href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'background', 'xlink:href'];
const opened = /^(?:https?:\/\/|mailto:)/;
/** URLs that are loaded or saved, which may only be the product's. */
const loaded = /^\/(?!\/)|^blob:http:\/\/atrium\.test\//;

const dangers = (root: Element): string[] =>
  [...root.querySelectorAll('*')].flatMap((element) => {
    const found = element.matches(active) ? [element.outerHTML] : [];
    for (const name of element.getAttributeNames()) {
      const value = element.getAttribute(name) ?? '';
      if (name.startsWith('on') || name === 'srcdoc' || name === 'ping') found.push(`${name}=${value}`);
      else if (
        addresses.includes(name) &&
        !(element.tagName === 'A' && !element.hasAttribute('download') ? opened : loaded).test(value)
      )
        found.push(`${element.tagName} ${name}=${value}`);
      else if (name === 'style' && /url\(|image-set|@import/i.test(value)) found.push(`style=${value}`);
    }
    return found;
  });

const dangersOf = async (ui: ReactNode): Promise<string[]> => {
  const { container, unmount } = await act(async () => renderRemote(contract, ui));
  const found = dangers(container);
  unmount();
  return found;
};

beforeAll(async () => {
  // KaTeX checks that the page is in standards mode, as the product's pages are.
  Object.defineProperty(document, 'compatMode', { value: 'CSS1Compat', configurable: true });
  await import('../rendered-block.tsx');
  await import('../formula.tsx');
  await dangersOf(<Markdown text={'The *renderer* and $x^2$ come lazily.'} streaming={false} />);
});

test('there are 300 shapes of scripting and 100 of exfiltration, each once', () => {
  expect([payloads.length, new Set(payloads).size]).toEqual([300, 300]);
  expect([exfiltrations.length, new Set(exfiltrations).size]).toEqual([100, 100]);
});

test('the assertions find what they check', () => {
  const container = document.createElement('div');
  container.innerHTML = '<a href="javascript:1">a</a><img src="//evil.test"><p onclick="1"></p><iframe></iframe>';
  expect(dangers(container)).toHaveLength(4);
});

describe('shown content runs no script and contacts no foreign host', () => {
  test.each([
    ['an answer', (text: string) => <Markdown text={text} streaming={false} />],
    ['an answer that streams', (text: string) => <Markdown text={text} streaming />],
    ['a thought', (text: string) => <Thoughts thoughts={[text]} thinking />],
    [
      'a prompt and the name of a file',
      (text: string) => (
        <UserMessage
          message={{
            ...fromPrompt(text, 'key', new Date(0)),
            userFiles: [{ _id: 'f', name: text, type: 'text/plain', url: text }],
          }}
        />
      ),
    ],
    ['a document of the assistant', (text: string) => <AssistantFile url={text} type={text} name={text} />],
    ['an image of the assistant', (text: string) => <AssistantFile url={text} type="image" name={text} />],
    ['the sources', (text: string) => <Citations urls={[text, /\((.*?)\)/.exec(text)?.[1] ?? text]} />],
  ] as const)(
    'in %s',
    async (_, show) => {
      const texts = [...payloads, ...exfiltrations];
      expect(await dangersOf(texts.map((text) => <div key={text}>{show(text)}</div>))).toEqual([]);
      expect(Reflect.get(globalThis, 'ran')).toBeUndefined();
    },
    120_000,
  );
});

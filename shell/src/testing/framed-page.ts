import { act } from '@testing-library/react';
import { BehaviorSubject, Subject } from 'rxjs';
import { vi } from 'vitest';
import { createHandOver } from '../frame/hand-over.ts';

/** A page's own HTML with a composer, and one with a form for logging in. */
export const chat = `<div data-part="mf-chat ./chat-screen"><form data-early-form="composer"><textarea data-early="message"
  data-placeholders="One|Two" placeholder="Two"></textarea><button type="submit">Send</button></form></div>
  <div data-part="mf-workspace ./left-bar"><a href="/">New Chat</a></div>`;
export const login = `<form data-early-form="login"><input data-early="email" type="email" /><input data-early="password"
  type="password" /><button type="submit">Log in</button></form>`;

type Field = HTMLTextAreaElement & HTMLInputElement;
export const inFrame = (name: string) => document.querySelector<Field>(`#frame [data-early="${name}"]`)!;
export const inApp = (name: string) => document.querySelector<Field>(`#app [data-early="${name}"]`)!;
export const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Opens a page with that HTML, or without any. `search` is the query of its address. */
export const openFramed = (frame: string | undefined, search = '') => {
  document.body.innerHTML = `${frame === undefined ? '' : `<div id="frame">${frame}</div>`}<div id="app"></div>`;
  const root = document.querySelector<HTMLElement>('#app')!;
  const ports = {
    root,
    answers$: new BehaviorSubject(0),
    opens$: new Subject<void>(),
    moves$: new Subject<void>(),
    returns$: new Subject<void>(),
    signOuts$: new Subject<void>(),
    search$: new BehaviorSubject(search),
  };
  return { ...ports, handOver: createHandOver(ports), handedOver: () => document.querySelector('#frame') === null };
};
/** What a remote renders: the same fields, and a record of what is sent with them. */
export const render = (root: HTMLElement, html: string) => {
  root.innerHTML = `<main tabindex="-1">${html}</main>`;
  const sent: (readonly string[])[] = [];
  for (const form of root.querySelectorAll('form'))
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const fields = [...form.querySelectorAll<Field>('[data-early]')];
      sent.push(fields.map(({ value }) => value));
      for (const field of fields) if (field.localName === 'textarea') field.value = '';
      form.append('');
    });
  return sent;
};

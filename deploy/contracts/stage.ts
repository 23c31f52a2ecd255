import type { Host } from '@atrium/shared-kernel/remote';
import type { Stage } from '@atrium/shared-kernel/testing/contract-suite';
import { expect, type JSHandle, type Page } from 'playwright/test';
import { probeKey, probePath } from './probe.ts';

export interface Sent {
  readonly event: string;
  readonly payload: unknown;
}
interface ProbeWindow {
  received?: Record<string, unknown[]>;
}
interface Opened {
  readonly remote: string;
  readonly as: string | undefined;
  /** Names of the events to listen to. */
  readonly emits: readonly string[];
  /** Origin of the product. */
  readonly origin: string;
}

/** Opens the page that exposes the host of its shell, and records the events that a remote emits from then on. */
export const openStage = async (page: Page, { remote, as, emits, origin }: Opened): Promise<Stage> => {
  await page.goto(new URL(probePath, origin).href);
  await expect(page.getByText('Contract probe')).toBeVisible();
  const host = (await page.evaluateHandle(
    (key) => Reflect.get(globalThis, key) as unknown,
    probeKey,
  )) as JSHandle<Host>;
  await host.evaluate(({ bus }, names) => {
    const payload = () => ({ safeParse: (data: unknown) => ({ success: true, data }) });
    const received = Object.fromEntries(names.map((name) => [name, [] as unknown[]]));
    (globalThis as ProbeWindow).received = received;
    for (const name of names)
      bus
        .on({ kind: 'event', name, owner: name, version: 1, payload } as never)
        .subscribe((one) => received[name]?.push(one));
  }, emits);
  const emitted = (event: string) => page.evaluate((name) => (globalThis as ProbeWindow).received?.[name] ?? [], event);
  const request = async <Answer>(path: string, data?: object) => {
    const at = new URL(`/api${path}`, origin).href;
    const headers = { origin: new URL(origin).origin };
    const answer = await (data ? page.request.post(at, { data, headers }) : page.request.get(at));
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as Answer;
  };
  return {
    page,
    expect,
    host,
    remote,
    as,
    go: (path) => host.evaluate(({ navigation }, to) => navigation.navigate(to), path),
    open: (dialog, props = {}) =>
      host.evaluate(
        ({ dialogs }, [name, input]) => {
          void dialogs.open({ name, props: () => ({ parse: (given: unknown) => given }) } as never, input as never);
        },
        [dialog, props] as const,
      ),
    emitted,
    request,
    heard: emitted,
    ask: request,
  };
};

/**
 * Puts payloads on the bus as the remotes of a page do, without validating them first. Resolves when all were handled,
 * with what handlers threw, each with the name of its event.
 */
export const send = ({ host }: Pick<Stage, 'host'>, all: readonly Sent[]): Promise<string[]> =>
  host.evaluate(async ({ bus }, sent) => {
    const payload = () => ({ safeParse: (data: unknown) => ({ success: true, data }) });
    // The page reports errors of a handler in a separate task.
    const turn = () =>
      new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
    const thrown: string[] = [];
    for (const name of new Set(sent.map(({ event }) => event))) {
      const onError = ({ message }: ErrorEvent) => thrown.push(`${name}: ${message}`);
      addEventListener('error', onError);
      const def = { kind: 'event', name, owner: name, version: 1, payload };
      for (const one of sent.filter(({ event }) => event === name)) bus.emit(def as never, one.payload as never);
      await turn();
      removeEventListener('error', onError);
    }
    return thrown;
  }, all);

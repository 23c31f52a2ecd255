import { createScope } from '@atrium/shared-kernel/remote';
import { marbles } from '@atrium/shared-kernel/testing/marbles';
import { NEVER, type ObservableInput, Subject, tap, timer } from 'rxjs';
import { describe, test } from 'vitest';
import { type AutoSave, createAutoSave } from './auto-save.model.ts';

interface Draft {
  readonly name: string;
}

const setUp = (save: (change: Partial<Draft>) => ObservableInput<unknown>) => {
  const saves$ = new Subject<string>();
  const pageHide$ = new Subject<void>();
  const scope = createScope();
  let saved = 'Ada';
  const model: AutoSave<Draft> = createAutoSave<Draft>(scope, {
    initial: { name: 'Ada' },
    changeToSave: (draft) => (draft.name === saved || draft.name === '' ? undefined : draft),
    pageHide$,
    save(change) {
      saved = change.name ?? '';
      saves$.next(saved);
      return save(change);
    },
  });
  return { model, saves$, pageHide$, scope };
};

describe('the auto-save of the settings', () => {
  test('waits one second after the last change', () => {
    marbles(({ hot, expectObservable }) => {
      const { model, saves$ } = setUp(() => []);
      const typing$ = hot('a 400ms b', { a: 'Adal', b: 'Adaline' }).pipe(tap((name) => model.change({ name })));
      expectObservable(typing$).toBe('a 400ms b', { a: 'Adal', b: 'Adaline' });
      expectObservable(saves$).toBe('1401ms s', { s: 'Adaline' });
    });
  });

  test('is skipped during a save, and saves what was typed meanwhile one second after it', () => {
    marbles(({ hot, expectObservable }) => {
      const { model, saves$ } = setUp(() => timer(3000));
      const typing$ = hot('a 1499ms b', { a: 'Grace', b: 'Joan' }).pipe(tap((name) => model.change({ name })));
      expectObservable(typing$).toBe('a 1499ms b', { a: 'Grace', b: 'Joan' });
      // Grace is being saved from 1,000 to 4,000 ms. Joan's second ends at 2,500 ms and is skipped.
      expectObservable(saves$).toBe('1s a 3999ms b', { a: 'Grace', b: 'Joan' });
      expectObservable(model.saving$, '^ 6s !').toBe('a 999ms b 2999ms c 999ms d', {
        a: false,
        b: true,
        c: false,
        d: true,
      });
    });
  });

  test('saves nothing if nothing valid has changed', () => {
    marbles(({ hot, expectObservable }) => {
      const { model, saves$ } = setUp(() => []);
      const typing$ = hot('a 2s b', { a: '', b: 'Ada' }).pipe(tap((name) => model.change({ name })));
      expectObservable(typing$).toBe('a 2s b', { a: '', b: 'Ada' });
      expectObservable(saves$).toBe('');
    });
  });

  test('saves due changes immediately when its scope ends, and nothing later', () => {
    marbles(({ hot, expectObservable }) => {
      const { model, saves$, scope } = setUp(() => []);
      const act = {
        a: () => model.change({ name: 'Joan' }),
        b: () => scope.end(),
        c: () => model.change({ name: 'Eve' }),
      };
      const steps$ = hot('a 499ms b 499ms c', act).pipe(tap((step) => step()));
      expectObservable(steps$).toBe('a 499ms b 499ms c', act);
      expectObservable(saves$).toBe('500ms s', { s: 'Joan' });
    });
  });

  test('saves due changes when the user leaves the page, and only once if they stay', () => {
    marbles(({ hot, expectObservable }) => {
      const { model, saves$, pageHide$ } = setUp(() => []);
      const act = { a: () => model.change({ name: 'Joan' }), b: () => pageHide$.next() };
      const steps$ = hot('a 499ms b 99ms b 2s b', act).pipe(tap((step) => step()));
      expectObservable(steps$).toBe('a 499ms b 99ms b 2s b', act);
      expectObservable(saves$).toBe('500ms s', { s: 'Joan' });
    });
  });

  test('does not retry a refused save when its scope ends', () => {
    marbles(({ hot, expectObservable }) => {
      const scope = createScope();
      const saves$ = new Subject<string>();
      const model = createAutoSave<Draft>(scope, {
        initial: { name: 'Ada' },
        changeToSave: (draft) => (draft.name === 'Ada' ? undefined : draft),
        pageHide$: NEVER,
        save(change) {
          saves$.next(change.name ?? '');
          return [];
        },
      });
      const act = { a: () => model.change({ name: 'taken' }), b: () => scope.end() };
      const steps$ = hot('a 1999ms b', act).pipe(tap((step) => step()));
      expectObservable(steps$).toBe('a 1999ms b', act);
      expectObservable(saves$).toBe('1s s', { s: 'taken' });
    });
  });
});

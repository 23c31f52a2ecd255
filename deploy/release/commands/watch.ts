import { endedUnserved } from '../ended-unserved.ts';
import { startWatch } from '../watch.ts';
import { type Command, done, required, UsageError } from './command.ts';

export const watch: Command = {
  args: '<env>',
  does: 'end canaries that exceed their error or time budget and renew what is signed, until stopped',
  async run(context, [env]) {
    const { registry, built, checkSigning, pinned, renew, watching } = context;
    const environment = required(env, 'The environment');
    if (!watching) throw new UsageError('There is no service that reports how versions perform.');
    const { health, vitals, log, everyMs, ended } = watching;
    await registry.read(environment);
    const stop = startWatch(
      {
        registry,
        environment,
        built: () => built(environment),
        health,
        vitals,
        checkSigning,
        endedUnserved: () => endedUnserved(context, environment),
        pinned: (after) => pinned?.(after),
        renew,
        log,
      },
      everyMs,
    );
    log(`Watching the canaries of ${environment}.`);
    await ended;
    stop();
    return done([`Stopped watching the canaries of ${environment}.`], { environment });
  },
};

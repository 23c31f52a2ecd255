import { startWatch } from '../watch.ts';
import { type Command, done, required, UsageError } from './command.ts';

export const watch: Command = {
  args: '<env>',
  does: 'end canaries that burn their budget of errors or of time and renew what is signed, until it is told to end itself',
  async run({ registry, built, pinned, renew, watching }, [env]) {
    const environment = required(env, 'The environment');
    if (!watching) throw new UsageError('There is no service to ask how versions fare.');
    const { health, vitals, log, everyMs, ended } = watching;
    await registry.read(environment);
    const stop = startWatch(
      {
        registry,
        environment,
        built: () => built(environment),
        health,
        vitals,
        pinned: (after) => pinned?.(after),
        renew,
        log,
      },
      everyMs,
    );
    log(`The canaries of ${environment} are watched.`);
    await ended;
    stop();
    return done([`The canaries of ${environment} are not watched any more.`], { environment });
  },
};

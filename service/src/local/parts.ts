import type { LocalParts } from '../compose/local-parts.ts';
import type { Config } from '../config.ts';
import { createDemoImages } from './demo/images.ts';
import { createDemoModel } from './demo/model/demo.ts';
import { createDemoTranscription } from './demo/transcription.ts';
import { createStandIn } from './identity/stand-in.ts';
import { mailboxPath } from './mail-pages.ts';
import { addLocalPages } from './pages.ts';
import { createLocalPayments } from './payments/local.ts';
import { renewals } from './payments/renew.ts';
import { seed } from './seed/seed.ts';

/** Creates everything that a local start uses instead of outside providers. */
export const createLocalParts = (config: Config): LocalParts => {
  const { identity: providers, mailbox, origins, model } = config;
  // At the stand-in anybody can sign in as anybody, so it needs the mailbox, which is never public.
  const standIn = mailbox && Object.keys(providers).length === 0 ? createStandIn(origins) : undefined;
  return {
    demoModel: (objects) => createDemoModel({ objects, tokensPerSecond: model.demoTokensPerSecond }),
    demoImages: createDemoImages,
    demoTranscription: createDemoTranscription,
    payments: createLocalPayments,
    renewals,
    identity: standIn,
    mailboxPath: mailbox ? mailboxPath : undefined,
    seed,
    addPages: (app, services) => addLocalPages(app, services, { config, standIn }),
  };
};

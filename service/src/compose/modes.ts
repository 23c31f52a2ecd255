import type { LocalParts } from './local-parts.ts';
import { createOpenAiImages } from '../adapters/images/openai-compatible.ts';
import type { ModelCatalog, Purpose } from '../ports/model-catalog.ts';
import type { Replier } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ResearchPort } from '../ports/research.ts';
import type { WarnLog } from '../log.ts';
import type { Config } from '../config.ts';
import type { Counting } from '../domain/context/counting.ts';
import { createResearcher } from '../domain/research/research.ts';
import { createInterviewer } from '../domain/agents/interview.ts';
import { answering } from '../domain/models/answering.ts';
import type { Modes } from '../domain/modes/modes.ts';
import { createPainter } from '../domain/modes/pictures.ts';

export interface ModeParts {
  readonly config: Pick<Config, 'images'>;
  readonly catalog: ModelCatalog;
  readonly counting: Counting;
  readonly research: ResearchPort;
  readonly objects: ObjectStore;
  readonly log: WarnLog;
  readonly local: Pick<LocalParts, 'demoImages'> | undefined;
}

/** Creates what writes replies: the models for plain chats, and the modes that this installation has parts for. */
export const openModes = (parts: ModeParts): { readonly model: Replier; readonly modes: Modes } => {
  const { config, catalog, counting, research, objects, log, local } = parts;
  const answeringFor = (purpose: Purpose) => answering(catalog, purpose, log, (model) => counting.counterFor(model));
  const chat = answeringFor('chat');
  if (!chat) throw new Error('No model is configured for chats.');
  const { demo } = catalog.models[0]!.port;
  const images = config.images ? createOpenAiImages(config.images) : demo ? local?.demoImages() : undefined;
  const secure = answeringFor('secure');
  const modes: Modes = {
    research: createResearcher(answeringFor('research') ?? chat, research, log),
    interview: createInterviewer(chat),
    ...(images ? { image: createPainter(images, objects) } : {}),
    ...(secure ? { secure } : {}),
  };
  return { model: chat, modes };
};

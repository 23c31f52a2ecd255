import type { LocalParts } from './local-parts.ts';
import { createOpenAiImages } from '../adapters/images/openai-compatible.ts';
import type { ModelPort, Replier } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ResearchPort } from '../ports/research.ts';
import type { WarnLog } from '../log.ts';
import type { Config } from '../config.ts';
import { createResearcher } from '../domain/research/research.ts';
import { createInterviewer } from '../domain/agents/interview.ts';
import type { Modes } from '../domain/modes/modes.ts';
import { createPainter } from '../domain/modes/pictures.ts';

export interface ModeParts {
  readonly config: Pick<Config, 'images' | 'privateModel'>;
  readonly model: ModelPort;
  readonly research: ResearchPort;
  readonly objects: ObjectStore;
  readonly log: WarnLog;
  readonly local: Pick<LocalParts, 'demoImages'> | undefined;
}

const privateReplier = async ({ config, model }: ModeParts): Promise<Replier | undefined> => {
  // The demo model sends nothing anywhere.
  if (!config.privateModel) return model.demo ? model : undefined;
  const { createOpenAiCompatible } = await import('../adapters/model/openai-compatible.ts');
  const { withRetries } = await import('../adapters/model/with-retries.ts');
  return withRetries(createOpenAiCompatible(config.privateModel));
};

/** The modes that the parts of this process serve. */
export const openModes = async (parts: ModeParts): Promise<Modes> => {
  const { config, model, research, objects, log, local } = parts;
  const images = config.images ? createOpenAiImages(config.images) : model.demo ? local?.demoImages() : undefined;
  const secure = await privateReplier(parts);
  return {
    research: createResearcher(model, research, log),
    interview: createInterviewer(model),
    ...(images ? { image: createPainter(images, objects) } : {}),
    ...(secure ? { secure } : {}),
  };
};

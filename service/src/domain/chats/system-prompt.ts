import { aboutFiles, describeFiles } from '../../formats/describe-files.ts';
import type { ModelFile } from '../../ports/model.ts';
import type { languages, personalities } from '@atrium/shared-kernel/contracts/constants';

export interface PromptUser {
  readonly firstName: string;
  readonly aiPersonality?: (typeof personalities)[number] | null | undefined;
  readonly aiLanguage?: (typeof languages)[number] | null | undefined;
  /** How the assistant addresses the user. */
  readonly aiDisplayName?: string | null | undefined;
}

const tone = {
  explorer: 'Be curious: offer related ideas and a question that leads further, without padding.',
  serious: 'Be precise and sober: facts first, no jokes, no small talk.',
  casual: 'Be relaxed and friendly, in plain words.',
} as const;
const spelling = { 'en-US': 'American', 'en-GB': 'British' } as const;

const actAs = ({ title, instruction }: { readonly title: string; readonly instruction: string }): string =>
  `You act as the agent “${title}”${instruction.trim() === '' ? '.' : ` with this instruction:\n${instruction}`}`;

const collectionRules = ({ name, instruction }: { readonly name: string; readonly instruction: string }): string =>
  instruction.trim() === ''
    ? ''
    : `This chat belongs to the collection “${name}” with this instruction:\n${instruction}`;

export interface SystemPromptParts {
  readonly user: PromptUser;
  readonly agent?: { readonly title: string; readonly instruction: string } | undefined;
  /** The collection that the chat started in. */
  readonly collection?: { readonly name: string; readonly instruction: string } | undefined;
  readonly memories: readonly string[];
  readonly files?: readonly ModelFile[];
  readonly now: Date;
}

/** The system prompt: how to answer, the user, the agent, and the memories. */
export const systemPrompt = ({ user, agent, collection, memories, files = [], now }: SystemPromptParts): string =>
  [
    'You are the assistant of Atrium, a chat workspace. Answer in Markdown.',
    `You talk with ${user.aiDisplayName?.trim() || user.firstName}.`,
    user.aiPersonality ? tone[user.aiPersonality] : '',
    user.aiLanguage ? `In English use ${spelling[user.aiLanguage]} spelling.` : '',
    agent ? actAs(agent) : '',
    describeFiles(files, 'agent'),
    collection ? collectionRules(collection) : '',
    describeFiles(files, 'collection'),
    files.length > 0 ? aboutFiles : '',
    memories.length > 0 ? `What you remember of them:\n${memories.map((memory) => `- ${memory}`).join('\n')}` : '',
    // The date comes last: the text before it stays the same for days, so that providers can cache it.
    `Today is ${now.toISOString().slice(0, 10)}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');

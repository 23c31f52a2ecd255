import { basename, extname } from 'node:path';
import * as z from 'zod';
import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import { storable } from '../text.ts';
import { artifactText } from './artifact.ts';
import { chatOf, type ForeignChat, type ForeignFile, type Step } from './foreign-chat.ts';
import { webSources } from './web-sources.ts';

const date = z
  .string()
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()) && value.getTime() >= 0)
  .optional()
  .catch(undefined);
const address = z.string().nullish().catch(undefined);
const citation = z
  .looseObject({ url: address, details: z.looseObject({ url: address }).nullish().catch(undefined) })
  .nullable()
  .catch(null);
const block = z.looseObject({
  type: z.string(),
  text: z.string().optional().catch(undefined),
  thinking: z.string().optional().catch(undefined),
  name: z.string().nullish().catch(undefined),
  citations: z.array(citation).nullish().catch(undefined),
  input: z
    .looseObject({
      title: z.string().optional(),
      language: z.string().optional(),
      content: z.string().optional(),
      path: z.string().optional(),
      filename: z.string().optional(),
      file_text: z.string().optional(),
    })
    .optional()
    .catch(undefined),
});
const attachment = z.looseObject({
  file_name: z.string().nullish(),
  file_type: z.string().nullish(),
  extracted_content: z.string().nullish(),
});
const message = z.looseObject({
  uuid: z.string(),
  parent_message_uuid: z.string().nullish(),
  sender: z.string(),
  text: z.string().nullish(),
  content: z.array(block.nullable().catch(null)).nullish().catch(null),
  created_at: date,
  attachments: z.array(attachment.nullable().catch(null)).nullish().catch(null),
  files: z
    .array(z.looseObject({ file_name: z.string().nullish() }).nullable().catch(null))
    .nullish()
    .catch(null),
});
const conversation = z.looseObject({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: date,
  updated_at: date,
  project_uuid: z.string().nullish().catch(null),
  project: z.looseObject({ uuid: z.string() }).nullish().catch(null),
  chat_messages: z.array(message),
});
type Message = z.infer<typeof message>;

const joined = (parts: readonly (string | undefined)[]): string =>
  storable(parts.filter((part) => part !== undefined && part !== '').join('\n\n'));

const createdFile = (input: z.infer<typeof block>['input']): string | undefined => {
  const content = input?.file_text ?? input?.content;
  if (!content) return undefined;
  const title = basename(input?.path ?? input?.filename ?? '');
  return artifactText({ title, language: extname(title).slice(1), content });
};

/** What older exports say in place of tools. */
const unsupported = /(?:```\s*)?This block is not supported on your current device yet\.(?:\s*```)?/g;

const artifact = ({ name, input }: z.infer<typeof block>): string | undefined => {
  if (name === 'create_file') return createdFile(input);
  if (name !== 'artifacts' || !input?.content) return undefined;
  return artifactText({ ...input, content: input.content });
};

const textOf = ({ text, content }: Message): string => {
  const blocks = (content ?? []).flatMap((one) => (one ? [one] : []));
  const fromBlocks = joined(blocks.map((one) => (one.type === 'text' ? one.text : artifact(one))));
  return fromBlocks === '' ? storable((text ?? '').replaceAll(unsupported, '').trim()) : fromBlocks;
};

const filesOf = ({ attachments, files }: Message): ForeignFile[] => [
  ...(attachments ?? []).flatMap((one) =>
    one
      ? [{ name: one.file_name || 'Pasted text.txt', text: one.extracted_content ?? undefined, type: 'text/plain' }]
      : [],
  ),
  ...(files ?? []).flatMap((one) => (one ? [{ name: one.file_name || 'File' }] : [])),
];

const sourcesOf = ({ content }: Message): string[] =>
  webSources((content ?? []).flatMap((one) => one?.citations ?? []).map((one) => one?.details?.url ?? one?.url));

/** Newer exports refer to the parent message; in older ones only the order is known. */
const stepsOf = (messages: readonly Message[]): Map<string, Step> => {
  const known = new Set(messages.map(({ uuid }) => uuid));
  const parents = messages.map(({ parent_message_uuid: named }, at) => {
    if (named && known.has(named)) return named;
    return named ? undefined : messages[at - 1]?.uuid;
  });
  const children = Map.groupBy(
    messages.map(({ uuid }, at) => ({ uuid, parent: parents[at] })),
    ({ parent }) => parent,
  );
  return new Map(
    messages.map((one, at) => [
      one.uuid,
      {
        parent: parents[at],
        children: (children.get(one.uuid) ?? []).map(({ uuid }) => uuid),
        role: one.sender === 'human' ? 'prompt' : 'answer',
        text: textOf(one),
        thoughts: (one.content ?? []).flatMap((each) => (each?.thinking ? [storable(each.thinking)] : [])),
        sources: sourcesOf(one),
        files: filesOf(one),
        date: one.created_at,
      },
    ]),
  );
};

/** Converts a conversation of Claude's export to a chat. Undefined if it is not a conversation or is empty. */
export const claudeChatFrom = (value: unknown): ForeignChat | undefined => {
  const { data } = conversation.safeParse(value);
  if (!data) return undefined;
  return chatOf({
    source: data.uuid,
    title: data.name ?? '',
    createdDate: data.created_at ?? new Date(0),
    lastUpdate: data.updated_at,
    archived: false,
    project: data.project?.uuid ?? data.project_uuid ?? undefined,
    current: data.chat_messages.at(-1)?.uuid,
    steps: stepsOf(data.chat_messages),
  });
};

const project = z.looseObject({
  uuid: z.string(),
  name: z.string().transform(storable).transform(readableName),
  description: z.string().nullish().catch(null),
  prompt_template: z.string().nullish().catch(null),
  docs: z
    .array(z.looseObject({ filename: z.string().nullish(), content: z.string().nullish() }).nullable().catch(null))
    .nullish()
    .catch(null),
});

/** A Claude project: instructions and documents for all chats in it. */
export interface ForeignProject {
  readonly source: string;
  readonly name: string;
  readonly instruction: string;
  readonly files: readonly ForeignFile[];
}

export const claudeProjectFrom = (value: unknown): ForeignProject | undefined => {
  const { data } = project.safeParse(value);
  if (!data || data.name.trim() === '') return undefined;
  return {
    source: data.uuid,
    name: data.name.trim().slice(0, 100),
    instruction: joined([data.prompt_template ?? undefined, data.description ?? undefined]),
    files: (data.docs ?? []).flatMap((one) =>
      one ? [{ name: one.filename || 'Document.txt', text: one.content ?? undefined, type: 'text/plain' }] : [],
    ),
  };
};

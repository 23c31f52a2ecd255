import * as z from 'zod';
import { storable } from '../text.ts';
import { canvasText } from './canvas.ts';
import { chatOf, type ForeignChat, type ForeignFile, type Step } from './foreign-chat.ts';
import { sourceFields, sourcesOf } from './web-sources.ts';

const asset = {
  content_type: z.string().optional(),
  asset_pointer: z.string().optional(),
  width: z.number().nullish(),
  height: z.number().nullish(),
};
const part = z.union([z.string(), z.looseObject({ ...asset, text: z.string().optional() })]);
const attachment = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  mimeType: z.string().nullish(),
  mime_type: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
});
const content = z.looseObject({
  content_type: z.string().optional(),
  parts: z.array(part.nullable().catch(null)).optional(),
  text: z.string().optional(),
  language: z.string().nullish(),
  thoughts: z.array(z.looseObject({ summary: z.string().optional(), content: z.string().optional() })).optional(),
});
const node = z.looseObject({
  parent: z.string().nullish(),
  children: z.array(z.string()).default([]),
  message: z
    .looseObject({
      author: z.looseObject({ role: z.string() }),
      content: content.nullish(),
      create_time: z.number().nullish(),
      recipient: z.string().nullish(),
      metadata: z
        .looseObject({
          is_visually_hidden_from_conversation: z.boolean().optional(),
          model_slug: z.string().nullish(),
          attachments: z.array(attachment.nullable().catch(null)).optional().catch([]),
          ...sourceFields,
        })
        .nullish()
        .catch(null),
    })
    .nullish(),
});
const conversation = z.looseObject({
  id: z.string().optional(),
  conversation_id: z.string().optional(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  is_archived: z.boolean().nullish(),
  mapping: z.record(z.string(), node),
});
type Node = z.infer<typeof node>;

const dateOf = (seconds: number | null | undefined): Date | undefined =>
  typeof seconds === 'number' && seconds > 0 && seconds < 32_503_680_000
    ? new Date(Math.round(seconds * 1000))
    : undefined;

/**
 * Without the marks of citations and other things that only ChatGPT shows: private-use characters, and in older exports
 * marks such as `【3†source】`. No mark contains the start of another: else each start without an end would be searched to
 * the end of the text.
 */
const cleaned = (text: string): string =>
  storable(text.replaceAll(/\uE200[^\uE200\uE201]*\uE201|[\uE200-\uE206]|【\d+(?::\d+)?†[^【】]*】/g, ''));

const isCanvas = ({ message }: Node): boolean => message?.recipient?.startsWith('canmore.') === true;

/** The whole text that was written into the canvas, if this did so. */
const writtenIn = ({ message }: Node): string | undefined => {
  const { text, parts = [] } = message?.content ?? {};
  return canvasText(text ?? parts.filter((part) => typeof part === 'string').join(''));
};

const textOf = (one: Node): string => {
  const body = one.message?.content;
  if (!body) return '';
  if (isCanvas(one)) return cleaned(writtenIn(one) ?? '');
  if (body.content_type === 'code') {
    const language = body.language && body.language !== 'unknown' ? body.language : '';
    return body.text ? `\`\`\`${language}\n${cleaned(body.text)}\n\`\`\`` : '';
  }
  if (body.content_type !== undefined && body.content_type !== 'text' && body.content_type !== 'multimodal_text')
    return '';
  const parts = (body.parts ?? []).map((part) => (typeof part === 'string' ? part : (part?.text ?? '')));
  return cleaned(parts.filter((part) => part !== '').join('\n\n'));
};

const thoughtsOf = ({ message }: Node): string[] => {
  if (message?.content?.content_type !== 'thoughts') return [];
  return (message.content.thoughts ?? [])
    .map(({ summary = '', content: text = '' }) => cleaned([summary, text].filter((one) => one !== '').join('\n\n')))
    .filter((thought) => thought !== '');
};

const ratioOf = ({ width, height }: { width?: number | null | undefined; height?: number | null | undefined }) =>
  width && height ? width / height : undefined;
/** `file-service://file-a1` and `sediment://file_a1` are the asset `file-a1` or `file_a1`. */
const assetIn = (pointer: string): string => pointer.split('://').at(-1)!.split(/[?#]/)[0]!;

/** What the files of a message without a name are called, by a part of their type. */
const partNames = [
  ['image', 'Picture'],
  ['audio', 'Recording'],
] as const;

/** Shown pictures and attached files; an attached picture is both and counts once. */
const filesOf = ({ message }: Node): ForeignFile[] => {
  const attached = (message?.metadata?.attachments ?? []).flatMap((one) => (one ? [one] : []));
  const attachedIds = new Set(attached.map(({ id }) => id));
  const shown = (message?.content?.parts ?? []).filter((one) => typeof one === 'object' && one !== null);
  const pictures = shown.flatMap((one): ForeignFile[] => {
    if (one.text) return [];
    const id = assetIn(one.asset_pointer ?? '');
    if (attachedIds.has(id)) return [];
    const name = partNames.find(([part]) => one.content_type?.includes(part))?.[1] ?? 'File';
    return [{ name, asset: id || undefined, aspectRatio: ratioOf(one) }];
  });
  const files = attached.map((one) => ({
    name: one.name ?? 'File',
    asset: one.id,
    type: one.mimeType ?? one.mime_type ?? undefined,
    aspectRatio: ratioOf(one),
  }));
  return [...files, ...pictures];
};

const roleOf = (one: Node): Step['role'] => {
  const { message } = one;
  if (message?.author.role === 'user') return 'prompt';
  if (message?.author.role !== 'assistant') return undefined;
  // Only what the assistant says to the user, or writes for them, and not what it says to a tool.
  return (message.recipient ?? 'all') === 'all' || isCanvas(one) ? 'answer' : undefined;
};

const stepOf = (one: Node): Step => {
  const { message, children } = one;
  const hidden = message?.metadata?.is_visually_hidden_from_conversation === true;
  return {
    parent: one.parent ?? undefined,
    children,
    role: hidden ? undefined : roleOf(one),
    text: textOf(one),
    thoughts: thoughtsOf(one),
    sources: message?.metadata ? sourcesOf(message.metadata) : [],
    files: hidden ? [] : filesOf(one),
    model: message?.metadata?.model_slug ?? undefined,
    date: dateOf(message?.create_time),
  };
};

const partsLeftOut = 'Changes to parts of a canvas document couldn’t be imported. Its full versions were.';
const hasLostParts = (nodes: readonly Node[]): boolean =>
  nodes.some((one) => isCanvas(one) && roleOf(one) === 'answer' && writtenIn(one) === undefined);

/** Converts a conversation of ChatGPT's export to a chat. Undefined if it is not a conversation or is empty. */
export const chatFrom = (value: unknown): ForeignChat | undefined => {
  const { data } = conversation.safeParse(value);
  const source = data?.conversation_id ?? data?.id;
  if (!data || source === undefined) return undefined;
  return chatOf({
    source,
    title: data.title ?? '',
    createdDate: dateOf(data.create_time) ?? new Date(0),
    lastUpdate: dateOf(data.update_time),
    archived: data.is_archived === true,
    current: data.current_node ?? undefined,
    note: hasLostParts(Object.values(data.mapping)) ? partsLeftOut : undefined,
    steps: new Map(Object.entries(data.mapping).map(([id, one]) => [id, stepOf(one)])),
  });
};

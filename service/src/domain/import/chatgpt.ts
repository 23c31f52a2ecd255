import * as z from 'zod';
import { storable } from '../text.ts';

/** A chat of another product, ready to be stored; parents come before what follows them. */
export interface ForeignChat {
  readonly source: string;
  readonly title: string;
  readonly createdDate: Date;
  readonly lastUpdate: Date;
  readonly archived: boolean;
  /** The source of the message that ends the branch that is shown. */
  readonly leaf: string | undefined;
  readonly messages: readonly ForeignMessage[];
  /** Pictures and files that the export does not hold in a way that could be taken. */
  readonly leftOut: number;
}

export interface ForeignMessage {
  readonly source: string;
  readonly parent: string | undefined;
  readonly prompt: string;
  readonly content: string;
  readonly thoughts: readonly string[];
  readonly model: string | undefined;
  readonly createdDate: Date;
}

const part = z.union([z.string(), z.looseObject({ content_type: z.string().optional(), text: z.string().optional() })]);
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
          attachments: z.array(z.unknown()).optional().catch([]),
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

/** What is said in a conversation that grows beyond this, in characters, over all of its branches, is not believed. */
const most = 64_000_000;

const dateOf = (seconds: number | null | undefined): Date | undefined =>
  typeof seconds === 'number' && seconds > 0 && seconds < 32_503_680_000
    ? new Date(Math.round(seconds * 1000))
    : undefined;

/** Without the private signs that stand for citations and other things that only ChatGPT shows. */
const cleaned = (text: string): string => storable(text.replaceAll(/\uE200[^\uE201]*\uE201|[\uE200-\uE206]/g, ''));

const textOf = ({ message }: Node): string => {
  const body = message?.content;
  if (!body) return '';
  if (body.content_type === 'code') {
    const language = body.language && body.language !== 'unknown' ? body.language : '';
    return body.text ? `\`\`\`${language}\n${cleaned(body.text)}\n\`\`\`` : '';
  }
  if (body.content_type !== undefined && body.content_type !== 'text' && body.content_type !== 'multimodal_text')
    return '';
  const parts = (body.parts ?? []).map((one) => (typeof one === 'string' ? one : (one?.text ?? '')));
  return cleaned(parts.filter((one) => one !== '').join('\n\n'));
};

const thoughtsOf = ({ message }: Node): string[] => {
  if (message?.content?.content_type !== 'thoughts') return [];
  return (message.content.thoughts ?? [])
    .map(({ summary = '', content: text = '' }) => cleaned([summary, text].filter((one) => one !== '').join('\n\n')))
    .filter((thought) => thought !== '');
};

const filesOf = ({ message }: Node): number => {
  const pictures = (message?.content?.parts ?? []).filter(
    (one) => typeof one === 'object' && one !== null && !one.text,
  );
  return pictures.length + (message?.metadata?.attachments?.length ?? 0);
};

const isShown = ({ message }: Node): boolean => message?.metadata?.is_visually_hidden_from_conversation !== true;
const isPrompt = (one: Node): boolean => one.message?.author.role === 'user' && isShown(one);
/** What an assistant says to the person, not to a tool. */
const isAnswer = ({ message }: Node): boolean =>
  message?.author.role === 'assistant' && (message.recipient ?? 'all') === 'all';

interface Draft extends Omit<ForeignMessage, 'source' | 'createdDate'> {
  readonly createdDate: Date | undefined;
  readonly begun: boolean;
}

const said = (draft: Draft, one: Node): Draft => {
  if (!isShown(one) || !isAnswer(one)) return draft;
  const text = textOf(one);
  return {
    ...draft,
    content: [draft.content, text].filter((each) => each !== '').join('\n\n'),
    thoughts: [...draft.thoughts, ...thoughtsOf(one)],
    model: one.message?.metadata?.model_slug ?? draft.model,
    createdDate: draft.createdDate ?? dateOf(one.message?.create_time),
    begun: draft.begun || text !== '',
  };
};

const asked = (one: Node, parent: string | undefined): Draft => ({
  parent,
  prompt: textOf(one),
  content: '',
  thoughts: [],
  model: undefined,
  createdDate: dateOf(one.message?.create_time),
  begun: true,
});
const nothing = (parent: string | undefined): Draft => ({ ...asked({ children: [] }, parent), begun: false });

/** The message that tells the node, or ends the branch that begins with it. */
const leafOf = (nodes: ReadonlyMap<string, Node>, told: ReadonlySet<string>, id: string | null | undefined) => {
  const seen = new Set<string>();
  let at = id ?? undefined;
  while (at !== undefined && !told.has(at) && !seen.has(at)) {
    seen.add(at);
    at = nodes.get(at)?.children[0];
  }
  return at !== undefined && told.has(at) ? at : undefined;
};

/**
 * A conversation of ChatGPT's export as a chat: a prompt with all that was answered until the next one is one message,
 * and what was asked or answered again is another version of it. Undefined where it is no such conversation, or holds
 * nothing that was said.
 */
export const chatFrom = (value: unknown): ForeignChat | undefined => {
  const { data } = conversation.safeParse(value);
  const source = data?.conversation_id ?? data?.id;
  if (!data || source === undefined) return undefined;
  const nodes = new Map(Object.entries(data.mapping));
  const createdDate = dateOf(data.create_time) ?? new Date(0);
  const messages: ForeignMessage[] = [];
  let leftOut = 0;
  let size = 0;
  const roots = [...nodes].filter(([, { parent }]) => !parent || !nodes.has(parent)).map(([id]) => id);
  const visited = new Set<string>();
  const waiting = roots.map((id) => ({ id, draft: nothing(undefined) })).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const one = nodes.get(next.id);
    if (!one || visited.has(next.id)) continue;
    visited.add(next.id);
    leftOut += filesOf(one);
    const draft = isPrompt(one) ? asked(one, next.draft.parent) : said(next.draft, one);
    const children = one.children.filter((id) => nodes.has(id));
    const goesOn = children.filter((id) => !isPrompt(nodes.get(id)!));
    const ends = children.length > goesOn.length || goesOn.length === 0;
    const isMessage = ends && draft.begun && (draft.prompt !== '' || draft.content !== '');
    if (isMessage) {
      const { begun: _begun, ...message } = draft;
      size += draft.prompt.length + draft.content.length;
      if (size > most) return undefined;
      messages.push({ ...message, source: next.id, createdDate: draft.createdDate ?? createdDate });
    }
    for (const id of children.toReversed()) {
      const follows = isPrompt(nodes.get(id)!);
      const parent = isMessage ? next.id : draft.parent;
      waiting.push({ id, draft: follows ? nothing(parent) : draft });
    }
  }
  if (messages.length === 0) return undefined;
  return {
    source,
    title: storable(data.title ?? '').slice(0, 300),
    createdDate,
    lastUpdate: dateOf(data.update_time) ?? messages.at(-1)!.createdDate,
    archived: data.is_archived === true,
    leaf: leafOf(nodes, new Set(messages.map(({ source: told }) => told)), data.current_node),
    messages,
    leftOut,
  };
};

import { readableName } from '@atrium/shared-kernel/contracts/given-name';
import { tagColors, tagIcons } from '@atrium/shared-kernel/contracts/entities/chat';
import * as z from 'zod';
import { memory as memoryLimits, summaryMax } from '@atrium/shared-kernel/contracts/constants';
import { isOmissions } from '../context/omissions.ts';
import { textOf } from '../context/summaries.ts';
import { isPassages } from '../passages/cited.ts';
import { storable } from '../text.ts';

const text = (max: number) => z.string().max(max).transform(storable);
/** Text that others read in lists and sentences. */
const name = (max: number) => text(max).transform(readableName);
const id = z.string().regex(/^[0-9a-f]{24}$/);
const date = z.iso.datetime().transform((value) => new Date(value));
const url = z.string().max(2048);
const long = 4_000_000;

/** The entities in `data.json` of this product's export; other fields are dropped. */
export const memory = z.object({
  id: id.optional().catch(undefined),
  memory: text(memoryLimits.max).pipe(z.string().trim().min(1)),
});
const storedFile = z.object({ name: name(255), type: text(127), url, aspectRatio: z.number().optional() });
/** An odd one is null, so that it counts among those that are missing, and the others are kept. */
const storedFiles = z.array(storedFile.nullable().catch(null)).catch([]);
export const collection = z.object({
  id,
  name: name(100).pipe(z.string().trim().min(1)),
  icon: z.enum(tagIcons).catch('folders'),
  color: z.enum(tagColors).catch('deepPurple'),
  instruction: text(500_000).catch(''),
  files: storedFiles,
});
export const agent = z.object({
  title: name(300).pipe(z.string().min(1)),
  instruction: text(500_000),
  memoryDisabled: z.boolean().default(false),
  welcomeMessage: text(10_000).optional(),
  files: storedFiles,
});
export const chat = z.object({
  id,
  title: name(300).default(''),
  secure: z.boolean().default(false),
  sharedBy: name(300).optional(),
  lengthWarning: z.boolean().default(false),
  leafId: id.optional(),
  createdDate: date,
  lastUpdate: date,
  pinned: date.optional(),
  archived: date.optional(),
  collections: z.array(id).max(200).default([]),
  home: id.optional(),
});
export const file = z.object({
  _id: text(255),
  name: name(255),
  type: text(127),
  url: url.optional(),
  aspectRatio: z.number().optional(),
  size: z.int().nonnegative().optional(),
});
export const message = z.object({
  id,
  chatId: id,
  parentId: id.optional(),
  prompt: text(long),
  content: text(long).default(''),
  context: text(long).optional(),
  failed: z.boolean().default(false),
  stopped: z.boolean().default(false),
  thoughts: z.array(text(long)).max(1000).default([]),
  citations: text(500_000).optional(),
  omissions: text(100_000).refine(isOmissions).optional(),
  passages: text(500_000).refine(isPassages).optional(),
  contextReport: text(200_000).optional().catch(undefined),
  pinned: z.boolean().catch(false),
  failure: text(40).optional(),
  assistantFileUrl: url.optional(),
  assistantFileType: text(127).optional(),
  voiceNote: url.optional(),
  fromNote: z.boolean().default(false),
  modal: text(300).optional(),
  createdDate: date,
  files: z.array(file).max(200).default([]),
});
export const summary = z
  .object({
    id,
    chatId: id,
    upToId: id,
    written: text(summaryMax).optional(),
    text: text(summaryMax).default(''),
    createdDate: date,
    lastUpdate: date,
  })
  .refine((row) => {
    const words = textOf({ ...row, written: row.written ?? null });
    return words.trim() !== '' && words.length <= summaryMax;
  });
export type StoredFileIn = z.infer<typeof storedFile>;
export type AgentIn = z.infer<typeof agent>;
export type SummaryIn = z.infer<typeof summary>;
export type ChatIn = z.infer<typeof chat>;
export type MessageIn = z.infer<typeof message>;

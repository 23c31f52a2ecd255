import type { Omission } from '@atrium/shared-kernel/contracts/entities/omission';
import type { ModelFile } from '../../ports/model.ts';
import { keyOf } from '../../ports/objects.ts';
import type { StoredFile } from '../../db/schema/columns.ts';
import { schema, type Tx } from '../../db/database.ts';
import type { Parts } from '../parts.ts';
import type { AgentRow } from '../agents/agents.ts';
import { modelFiles, type RequestFiles } from '../chats/model-files.ts';
import type { CountTokens } from '../context/tokens.ts';
import { attach, type Attachment, type NamedFile } from '../files/attachments.ts';
import { readUnread, type UnreadFile, unreadAmong, UnreadFiles } from '../files/unread.ts';
import { transcribeNote } from '../files/voice.ts';
import type { SearchQuery } from '../passages/documents.ts';
import { prepareFiles } from '../passages/embed.ts';
import { questionVector } from '../passages/question-vector.ts';
import { pictureInChat } from '../modes/chat-picture.ts';
import type { Mode } from '../modes/modes.ts';
import { DomainError } from '../domain-error.ts';

const { messageFiles } = schema;

/** The number of turns before a prompt that explain words such as “it”. */
const turnsBefore = 2;

interface PromptParts {
  readonly prompt: string;
  readonly files?: readonly (NamedFile & { readonly _id: string })[] | undefined;
  readonly voiceNote?: string | undefined;
  readonly mode?: Mode | undefined;
  /** The chat and the agent, if they exist already. */
  readonly id?: string | undefined;
  readonly flowId?: string | undefined;
}

/** What comes with a prompt, validated and read. */
export interface PromptAttachments {
  /** The prompt, followed by the transcript of the voice note. */
  readonly prompt: string;
  readonly attachments: readonly (Attachment & { readonly fileId: string })[];
  /** The prompt as a vector for semantic search, if there is anything to search. */
  readonly vector?: readonly number[] | undefined;
  /** Column values for the message. */
  readonly note: { readonly voiceNote?: string; readonly fromNote?: boolean };
}

/** Handles files and voice notes of prompts. */
export interface AttachmentHandler {
  /** Validates what comes with a prompt before anything is stored; throws what `attach` and `transcribeNote` throw. */
  readonly open: (userId: string, parts: PromptParts) => Promise<PromptAttachments>;
  /**
   * Stores the files with their message. Returns what the model receives of them and of earlier files, and what is left
   * out. Throws `UnreadFiles` if some were never read, but not after `read`.
   */
  readonly store: (
    tx: Tx,
    attached: PromptAttachments,
    /**
     * The message's id, the ids of the messages before it, the turns before it (newest first), and the tokens that
     * documents and pictures may take.
     */
    message: {
      readonly id: string;
      readonly branch: readonly string[];
      readonly exchanges?: readonly { readonly prompt: string }[];
      readonly limits?: Pick<RequestFiles, 'tokens' | 'mostPictureTokens'>;
      readonly count?: CountTokens | undefined;
      /** Files of the collection that the chat started in. */
      readonly collectionFiles?: readonly StoredFile[];
      readonly temporary?: boolean;
    },
    agent: AgentRow | undefined,
    mode?: Mode,
  ) => Promise<{
    readonly files: readonly ModelFile[];
    readonly omissions: readonly Omission[];
    /** The query that the files were searched with. */
    readonly query: SearchQuery;
  }>;
  /** Reads the files of `UnreadFiles`, outside of any transaction. */
  readonly read: (files: readonly UnreadFile[]) => Promise<void>;
  /** Prepares the files for the next search, where that was not done yet. Called after the message is stored. */
  readonly prepare: () => Promise<void>;
}

type AttachmentServices = Pick<
  Parts,
  | 'config'
  | 'database'
  | 'objects'
  | 'extraction'
  | 'transcription'
  | 'sealer'
  | 'embedders'
  | 'now'
  | 'catalog'
  | 'ending'
>;

const insertFiles = async (tx: Tx, messageId: string, attachments: PromptAttachments['attachments']): Promise<void> => {
  const rows = attachments.map(({ fileId, name, type, url, size, aspectRatio }, position) => {
    return { messageId, position, fileId, name, type, url, size, aspectRatio };
  });
  if (rows.length > 0) await tx.insert(messageFiles).values(rows);
};

/** Creates the handler for the attachments of one prompt. */
export const attachmentHandler = (
  services: AttachmentServices,
  log: { warn(details: object, message: string): void },
): AttachmentHandler => {
  const { embedders } = services;
  // Text and files of a secure chat only go to an embedder for secure chats.
  const embedderFor = (mode: Mode | undefined) => (mode === 'secure' ? embedders.secure : embedders.open);
  /** Prepares the files of which only passages were sent. */
  let prepareParts = async (): Promise<void> => undefined;
  let counted: Promise<unknown> | undefined;
  let user = '';
  /** What is not read by then is left out. */
  let wasRead = false;
  const requireRead = (tx: Tx) => async (files: readonly UnreadFile[]) => {
    const unread = wasRead ? [] : await unreadAmong(tx, files, services.now());
    if (unread.length > 0) throw new UnreadFiles(unread);
  };
  return {
    async open(userId, { prompt, files = [], voiceNote, mode, id, flowId }) {
      if (mode === 'secure' && voiceNote && services.config.transcription.baseUrl)
        throw new DomainError('secure-excludes-voice');
      const attachments = await attach(services, userId, files);
      const transcribed = voiceNote ? await transcribeNote(services, userId, voiceNote, log) : undefined;
      const scope = { chatId: id, agentId: flowId, keys: attachments.map(({ key }) => key) };
      const question = `${prompt} ${transcribed?.words ?? ''}`.trim();
      user = userId;
      const embedding = { embedder: embedderFor(mode), user, log };
      const { vector, counted: usageCounted } = await questionVector(services, embedding, question, scope);
      counted = usageCounted;
      return {
        prompt: [prompt.trim() === '' ? '' : prompt, transcribed?.words ?? ''].filter(Boolean).join('\n\n'),
        attachments: attachments.map((attachment) => {
          const named = files.find(({ url = '' }) => keyOf(url) === attachment.key);
          return { ...attachment, fileId: named?._id.slice(0, 100) ?? attachment.key };
        }),
        vector,
        note: transcribed ? { voiceNote: transcribed.url, fromNote: true } : {},
      };
    },
    async store(tx, { prompt, attachments, vector }, message, agent, mode) {
      const { id: messageId, branch, exchanges = [], limits, count, collectionFiles, temporary } = message;
      await insertFiles(tx, messageId, attachments);
      const embedder = embedderFor(mode);
      const before = exchanges.slice(0, turnsBefore).map((turn) => turn.prompt);
      const secure = mode === 'secure';
      const open = !secure && temporary !== true;
      const query = { prompt, vector, embedder: embedder?.id, before: before.join('\n'), open };
      const { files, omissions, inParts } = await modelFiles(tx, services.objects, {
        branch,
        query,
        attached: attachments,
        agentFiles: agent?.files ?? [],
        ...(collectionFiles ? { collectionFiles } : {}),
        room: services.config.modelInput.documentCharacters,
        ...limits,
        count,
        secure,
        onUnread: requireRead(tx),
      });
      prepareParts = () => prepareFiles(services, { embedder, user, log, open }, inParts);
      const chatPictures = mode === 'image' ? await pictureInChat(tx, services.objects, branch, files) : [];
      return { files: [...chatPictures, ...files], omissions, query };
    },
    async read(files) {
      await readUnread(services, files, log);
      wasRead = true;
    },
    async prepare() {
      await counted;
      await prepareParts();
    },
  };
};

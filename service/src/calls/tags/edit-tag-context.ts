import * as calls from '@atrium/shared-kernel/contracts/calls';
import { contextOf, contextRevision, lockTag, ownTag, saveContext } from '../../domain/chats/tags.ts';
import { attach } from '../../domain/files/attachments.ts';
import { requireBase } from '../../domain/revision.ts';
import { storable } from '../../domain/text.ts';
import { keyOf } from '../../ports/objects.ts';
import { implement } from '../implement.ts';

export default implement(
  calls.tags.editTagContext,
  async ({ services, user, basedOn }, { tagId, instruction, files }) => {
    const { db } = services.database;
    const { id } = await ownTag(db, user.id, tagId);
    const before = await contextOf(db, id);
    const keys = before.files.flatMap(({ url }) => keyOf(url) ?? []);
    const attached = await attach(services, user.id, files, new Set(keys));
    const context = {
      instruction: storable(instruction),
      files: attached.map(({ name, type, url, aspectRatio }) => ({
        name,
        type,
        url,
        ...(aspectRatio === null ? {} : { aspectRatio }),
      })),
    };
    await db.transaction(async (tx) => {
      await lockTag(tx, user.id, id);
      requireBase(basedOn, contextRevision(await contextOf(tx, id)));
      await saveContext(tx, id, context);
    });
    return { ...context, revision: contextRevision(context) };
  },
);

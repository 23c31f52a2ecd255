import * as calls from '@atrium/shared-kernel/contracts/calls';
import { contextOf, contextRevision, ownTag } from '../../domain/chats/tags.ts';
import { implement } from '../implement.ts';

export default implement(calls.tags.getTagContext, async ({ services, user }, { tagId }) => {
  const { db } = services.database;
  const context = await contextOf(db, (await ownTag(db, user.id, tagId)).id);
  return { ...context, revision: contextRevision(context) };
});

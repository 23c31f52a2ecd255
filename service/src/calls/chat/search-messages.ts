import * as calls from '@atrium/shared-kernel/contracts/calls';
import { searchChats } from '../../domain/chats/search.ts';
import { storable } from '../../domain/text.ts';
import { implement } from '../implement.ts';

export default implement(calls.chat.searchMessages, async ({ services, user }, { searchTerm, since, tagId }) => {
  const term = storable(searchTerm).trim();
  return { chats: term === '' ? [] : await searchChats(services.database.db, user.id, { term, since, tagId }) };
});

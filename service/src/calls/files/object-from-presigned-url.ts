import * as calls from '@atrium/shared-kernel/contracts/calls';
import { keyOf, objectUrl } from '../../ports/objects.ts';
import { isInSharedChat, shareIn, sharedUrl } from '../../domain/chats/shared-files.ts';
import { mayRead } from '../../domain/files/references.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** How long the link is valid, in seconds. */
const lifetime = 300;

/**
 * A link to an object that the caller may read, by the URL or key that a message refers to it with. An object of a
 * shared chat keeps the URL that depends on the chat's link, because a signed URL would outlive it.
 */
export default implement(calls.files.objectFromPresignedUrl, async ({ services, user }, { identifierString }) => {
  const key = keyOf(identifierString) ?? identifierString;
  const shareId = shareIn(identifierString);
  if (shareId !== undefined && (await isInSharedChat(services.database.db, shareId, key)))
    return { url: sharedUrl(objectUrl(key), shareId) };
  if (!user || !(await mayRead(services.database.db, user.id, key))) throw new DomainError('not-your-file');
  return { url: services.objects.signedGet(key, lifetime) };
});

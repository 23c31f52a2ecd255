import * as calls from '@atrium/shared-kernel/contracts/calls';
import { threadParts } from '@atrium/shared-kernel/contracts/constants';
import { fingerprint } from '@atrium/shared-kernel/contracts/fingerprint';
import {
  markedPositionsOf,
  pathTo,
  revisionsIn,
  shownLeaf,
  versionsIn,
  versionsOnWire,
} from '../../domain/chats/branches.ts';
import { ownChat, withItsTags } from '../../domain/chats/chats.ts';
import { onWire, rowsOf, withDrafts } from '../../domain/chats/messages.ts';
import { namesFor } from '../../domain/models/model-names.ts';
import { implement } from '../implement.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** The fingerprints of pages of messages, the last page first. The first one may be shorter. */
const pagesOf = (revisions: readonly string[]): string[] => {
  const pages: string[] = [];
  for (let to = revisions.length; to > 0; to -= threadParts.before)
    pages.push(fingerprint(revisions.slice(Math.max(0, to - threadParts.before), to)));
  return pages;
};

/** The shown branch of a chat; its messages list their other versions. */
export default implement(calls.chat.getChat, async ({ services, user }, { chatId, part, before }) => {
  const { db } = services.database;
  const row = await ownChat(db, user.id, chatId);
  const [chat, positions] = await Promise.all([withItsTags(db, row), markedPositionsOf(db, row.id, user.id)]);
  const path = pathTo(positions, before ?? shownLeaf(positions, row.leafId));
  // The path ends with the `before` message itself, which is not part of the response.
  if (before !== undefined && path.pop() === undefined) throw new DomainError('unknown-message');
  const isShort = path.length <= threadParts.whole;
  const most = before ? threadParts.before : part === undefined || isShort ? path.length : threadParts.end;
  const earlier = Math.max(0, path.length - most);
  const rows = await withDrafts(services.replies, await rowsOf(db, path.slice(earlier)));
  const versions = versionsIn(positions);
  const revisionOf = revisionsIn(positions, versions);
  const [wired, versionsOf] = await Promise.all([
    onWire(db, rows, user.id),
    versionsOnWire(
      db,
      versions,
      rows.map(({ id }) => id),
    ),
  ]);
  const named = namesFor(services.catalog, user);
  const messages = wired.map((message) => ({
    ...named(message),
    ...versionsOf(message._id),
    revision: revisionOf(message._id),
  }));
  return {
    chat,
    messages,
    ...(earlier > 0 ? { earlier } : {}),
    ...(earlier > 0 && part ? { pages: pagesOf(path.slice(0, earlier).map(revisionOf)) } : {}),
    ...(row.sharedBy ? { sharedBy: row.sharedBy } : {}),
  };
});

/** What several parts say when chats could not be fetched or changed. */
export const chatsFailed = 'Failed to get chats.';
export const renameFailed = 'Failed to rename chat.';
export const unarchiveFailed = 'Failed to unarchive chat.';

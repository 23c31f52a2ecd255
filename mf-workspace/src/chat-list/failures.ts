/** What alerts say when an action on a chat failed, for those that several actions share. */
export const renameFailed = 'Failed to rename chat.';
export const unarchiveFailed = 'Failed to unarchive chat.';

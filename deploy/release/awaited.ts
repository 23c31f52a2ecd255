/**
 * Events and dialogs that something listens to or opens already and that no remote gives yet. They keep nothing from
 * being deployed. A test of the built releases fails when one of them is given: the list shrinks to nothing.
 */
export const awaited: readonly string[] = [
  // The shell's, from the first release on that follows changes.
  'shell.messagesChanged',
];

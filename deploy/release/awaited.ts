/**
 * Events and dialogs that something listens to or opens already and that nothing gives which production pins. They keep
 * nothing from being deployed. A test fails when production's pins give one of them: the list shrinks to nothing.
 */
export const awaited: readonly string[] = [
  // The shell's, from the first release on that follows changes.
  'shell.messagesChanged',
];

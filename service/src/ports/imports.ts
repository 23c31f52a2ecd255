/** Does the imports that wait, one at a time in this instance, each in a process of its own with little memory. */
export interface ImportsPort {
  /** Looks for imports that wait, and for those whose process is gone. */
  wake(): void;
  /** Resolves when nothing waits any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

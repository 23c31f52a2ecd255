/** Runs waiting imports, one at a time in this instance, each in a process of its own with little memory. */
export interface ImportsPort {
  /** Starts to look for waiting imports, and for those whose process has ended. */
  wake(): void;
  /** Resolves when no import runs or is about to: one that was interrupted waits before it is tried again. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

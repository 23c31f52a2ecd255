/**
 * All that a child process with an empty environment gets of it: where compiled modules are stored, if this process has
 * such a folder. Each such process is new, and would compile the same packages again.
 */
export const compileCache = (): { NODE_COMPILE_CACHE?: string } => {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};

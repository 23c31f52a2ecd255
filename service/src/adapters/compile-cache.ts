/**
 * The only environment variable that isolated child processes receive: the folder of Node's compile cache, if there is
 * one. Each such process is new and would compile the same packages again.
 */
export const compileCache = (): { NODE_COMPILE_CACHE?: string } => {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};

/**
 * The name of the file that a path leads to, without a query. A path that is encoded badly, as an address of somebody
 * else may be, has its name as it is written.
 */
export const fileNameIn = (path: string): string => {
  const name = path.split('?', 1)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

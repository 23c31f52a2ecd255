/**
 * The owners of the product's events, dialogs and slots, by the first word of their names. Any other word belongs to
 * the first remote that is pinned with it.
 */
export const areaOwners = {
  auth: 'mf-auth',
  billing: 'mf-billing',
  chat: 'mf-chat',
  shell: 'shell',
  teams: 'mf-teams',
  workspace: 'mf-workspace',
} as const satisfies Record<string, string>;

/** The first word of a name: `chat` of `chat.created`. */
export const areaOf = (name: string): string => name.split('.')[0] ?? '';

/** The owner of a name whose first word is the product's, otherwise undefined. */
export const ownerOfName = (name: string): string | undefined =>
  Object.entries(areaOwners).find(([area]) => area === areaOf(name))?.[1];

/**
 * The owners of the keys that open the product's dialogs. Any other key belongs to the first remote that is pinned with
 * it.
 */
export const shortcutOwners = {
  'Mod+k': 'mf-workspace',
  '?': 'mf-workspace',
} as const satisfies Record<string, string>;

/** The remotes that may fill each slot of the shell. Slots of remotes may be filled by any remote. */
export const slotFillers = {
  'shell.left': ['mf-workspace'],
  'shell.main': ['mf-chat'],
  'shell.right': ['mf-workspace'],
} as const satisfies Record<`shell.${string}`, readonly string[]>;

/**
 * The owners of the product's paths: an exact path, or everything below a path that ends in `/*`. Any other path
 * belongs to the first remote that is pinned with it.
 */
export const routeOwners = {
  '/': 'shell',
  '/app/*': 'shell',
  '/__ui': 'shell',
  '/auth/*': 'mf-auth',
  '/onboarding/*': 'mf-auth',
  '/terms': 'mf-auth',
  '/privacy': 'mf-auth',
  '/subscribe/*': 'mf-billing',
  '/subscribed/*': 'mf-billing',
  '/integrations/*': 'mf-billing',
  '/team/*': 'mf-teams',
  '/join/*': 'mf-teams',
  // Paths that the edge answers without a page.
  '/api/*': 'service',
  '/local/*': 'service',
  '/objects/*': 'service',
  '/assets/*': 'edge',
  '/healthz': 'edge',
  '/operator/*': 'edge',
  '/operator.json': 'edge',
  '/release-set.json': 'edge',
  '/__override/*': 'edge',
} as const satisfies Record<`/${string}`, string>;

/** The segments of a path as the router compares them: without case, encoding or slashes at the ends. */
const segmentsOf = (path: string): string[] =>
  path
    .replace(/\*$/, '/*')
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      try {
        return decodeURIComponent(segment).toLowerCase();
      } catch {
        return '*';
      }
    });

/**
 * Whether some path matches both patterns of the router: `:name` is any segment, `?` at a segment's end makes it
 * optional, and `*` is all that follows.
 */
export const pathsOverlap = (one: string, other: string): boolean => {
  const [left, right] = [segmentsOf(one), segmentsOf(other)];
  const seen = new Set<string>();
  const meet = (at: number, on: number): boolean => {
    const pair = `${at} ${on}`;
    if (seen.has(pair)) return false;
    seen.add(pair);
    const [a, b] = [left[at], right[on]];
    if (a === '*' || b === '*' || (a === undefined && b === undefined)) return true;
    if ((a?.endsWith('?') && meet(at + 1, on)) || (b?.endsWith('?') && meet(at, on + 1))) return true;
    if (a === undefined || b === undefined) return false;
    const [name, wanted] = [a.replace(/\?$/, ''), b.replace(/\?$/, '')];
    return (name.startsWith(':') || wanted.startsWith(':') || name === wanted) && meet(at + 1, on + 1);
  };
  return meet(0, 0);
};

/** The owners of all declared areas that a route overlaps. */
export const ownersOfRoute = (path: string): string[] => [
  ...new Set(
    Object.entries<string>(routeOwners)
      .filter(([area]) => pathsOverlap(path, area))
      .map(([, owner]) => owner),
  ),
];

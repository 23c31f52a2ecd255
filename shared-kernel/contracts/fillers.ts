import * as z from 'zod/mini';

/** Icons for the label of a filler. The owner of the slot renders them. */
export const fillerIcons = [
  'bookmark',
  'calendar',
  'chart',
  'enter',
  'file',
  'globe',
  'link',
  'list',
  'puzzle',
  'settings',
  'sparkles',
  'star',
  'users',
] as const;

/**
 * One readable line: without invisible characters, and without those that change the text direction of what follows.
 */
const label = () => z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]*$/u));

/**
 * What the release set knows about a filler besides its module, so that the owner can show it before any code is
 * loaded.
 */
export const fillerDetails = () =>
  z.strictObject({
    label: z.optional(label()),
    icon: z.optional(z.enum(fillerIcons)),
    group: z.optional(label()),
    /** Lower ones come first. Negative ones come before the owner's own entries, if the slot has an order. */
    order: z.optional(z.int()),
    when: z.optional(
      z.strictObject({
        routes: z.optional(z.array(z.string())),
        plans: z.optional(z.array(z.enum(['free', 'lapsed', 'premium']))),
        roles: z.optional(z.array(z.enum(['visitor', 'user', 'teamMember', 'teamless', 'productAdmin']))),
        flags: z.optional(z.array(z.string())),
      }),
    ),
    /** The target of a link: a page or a dialog of the same remote. */
    leadsTo: z.optional(
      z.strictObject({
        path: z.optional(z.string()),
        dialog: z.optional(z.string()),
        props: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()]))),
      }),
    ),
  });

export type FillerDetails = z.infer<ReturnType<typeof fillerDetails>>;

import * as z from 'zod/mini';

/** Pictures that the label of a filler may have; the owner of the slot draws them. */
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

/** One line that people can read: nothing unseen, and nothing that turns the direction of what follows. */
const label = () => z.string().check(z.minLength(1), z.maxLength(40), z.regex(/^(?!\s)[^\p{C}\p{Zl}\p{Zp}]*$/u));

/** What the release set says of a filler beside its module, so that the owner can show it before any code has come. */
export const fillerDetails = () =>
  z.strictObject({
    label: z.optional(label()),
    icon: z.optional(z.enum(fillerIcons)),
    group: z.optional(label()),
    /** Lower ones stand first; those below zero stand before what the owner has itself, where there is an order. */
    order: z.optional(z.int()),
    when: z.optional(
      z.strictObject({
        routes: z.optional(z.array(z.string())),
        plans: z.optional(z.array(z.enum(['free', 'lapsed', 'premium']))),
        roles: z.optional(z.array(z.enum(['visitor', 'user', 'teamMember', 'teamless', 'productAdmin']))),
        flags: z.optional(z.array(z.string())),
      }),
    ),
    /** Where a link leads: the remote's own page, or its own dialog. */
    leadsTo: z.optional(
      z.strictObject({
        path: z.optional(z.string()),
        dialog: z.optional(z.string()),
        props: z.optional(z.record(z.string(), z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()]))),
      }),
    ),
  });

export type FillerDetails = z.infer<ReturnType<typeof fillerDetails>>;

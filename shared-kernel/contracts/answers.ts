import * as z from 'zod/mini';

/** Answer shapes that several calls share. */
export const nothing = () => z.strictObject({});
export const done = () => z.object({ msg: z.optional(z.string()) });
/** The browser goes to `redirectUrl`: a payment or consent page, or a page of the product. */
export const redirect = () => z.object({ redirectUrl: z.string() });

/** What every non-2xx answer carries. */
export const failure = () => z.object({ msg: z.string() });
/** Wait `_msBeforeNext` milliseconds before trying again. */
export const tooMany = () => z.object({ msg: z.string(), _msBeforeNext: z.int() });

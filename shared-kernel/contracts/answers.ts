import * as z from 'zod/mini';

/** Answer shapes that several calls share. */
export const nothing = () => z.strictObject({});
export const done = () => z.object({ msg: z.optional(z.string()) });
/** The browser goes to `redirectUrl`: a payment or consent page, or a page of the product. */
export const redirect = () => z.object({ redirectUrl: z.string() });

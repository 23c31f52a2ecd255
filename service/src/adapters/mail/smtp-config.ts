import * as z from 'zod';

const text = () => z.string().trim().min(1).optional();

export const mailVariables = {
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'has to be smtp://… or smtps://…' }).optional(),
  SMTP_HOST: text(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_USER: text(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_SECURE: z.stringbool().optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(
      /^[^\r\n<>"]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'has to be an address, or a name and <an address>',
    )
    .optional(),
  ATRIUM_LOCAL_MAIL: z.stringbool().default(false),
};

type Variables = z.infer<z.ZodObject<typeof mailVariables>>;

/** The server that accepts outgoing mail. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. Otherwise STARTTLS is used if the server offers it. */
  readonly secure: boolean;
  /** Passwords are only sent over TLS, except to this machine. */
  readonly requireTLS: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
  readonly from: { readonly name: string; readonly address: string };
}

const senderOf = (from: string) => {
  const [name = '', address] = from.split(/[<>]/);
  return address === undefined ? { name: '', address: name } : { name: name.trim(), address };
};

const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);
const fromUrl = (url: string) => {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    host: hostname,
    port: port === '' ? undefined : Number(port),
    secure: protocol === 'smtps:',
    user: decodeURIComponent(username),
    pass: decodeURIComponent(password),
  };
};

/** Undefined if no server is configured. Throws an error for the operator if there is a server but no sender. */
export const readSmtp = (e: Omit<Variables, 'ATRIUM_LOCAL_MAIL'>): SmtpConfig | undefined => {
  if (e.SMTP_URL === undefined && e.SMTP_HOST === undefined) return undefined;
  if (e.MAIL_FROM === undefined) throw new Error('The environment is not usable: MAIL_FROM (SMTP needs a sender).');
  const given =
    e.SMTP_URL === undefined
      ? {
          host: e.SMTP_HOST ?? '',
          port: e.SMTP_PORT,
          secure: e.SMTP_SECURE ?? e.SMTP_PORT === 465,
          user: e.SMTP_USER ?? '',
          pass: e.SMTP_PASSWORD ?? '',
        }
      : fromUrl(e.SMTP_URL);
  const { host, port, secure, user, pass } = given;
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: port ?? (secure ? 465 : 587),
    secure,
    requireTLS: user !== '' && !secure && !ownMachine.has(host),
    ...(user === '' ? {} : { auth: { user, pass } }),
    from: senderOf(e.MAIL_FROM),
  };
};

declare module '@20minutes/s3rver' {
  interface Exchange {
    readonly path: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    readonly state: { vhost?: boolean };
    mountPath?: string;
  }
  interface S3Object {
    readonly bucket: string;
    readonly key: string;
  }
  type Middleware = (exchange: Exchange, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: Middleware[];
    readonly store: {
      existsObject(bucket: string, key: string): Promise<boolean>;
      putObject(object: S3Object): Promise<unknown>;
    };
    run(): Promise<{ port: number }>;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
  }
}

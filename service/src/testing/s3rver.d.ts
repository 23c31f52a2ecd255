declare module '@20minutes/s3rver' {
  interface Exchange {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string | undefined>>;
    status: number;
    type: string;
    body: unknown;
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
    readonly store: { existsObject(bucket: string, key: string): Promise<boolean> };
    run(): Promise<{ port: number }>;
  }
}

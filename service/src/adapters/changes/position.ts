/** A position with its time, and with what tells the database from others. */
export interface Position {
  readonly database: string;
  readonly at: number;
  readonly snapshot: string;
}

/** As it goes to browsers, which read nothing out of it. */
export const written = ({ database, at, snapshot }: Position) => `${database}.${at.toString(36)}.${snapshot}`;

/** Of a position that a browser brought back; undefined for what was never given. */
export const parsed = (text: string): Position | undefined => {
  const [, database = '', at = '', snapshot = ''] =
    /^([0-9a-z]{1,20})\.([0-9a-z]{1,10})\.(\d{1,20}:\d{1,20}:(?:\d{1,20}(?:,\d{1,20})*)?)$/.exec(text) ?? [];
  return database === '' ? undefined : { database, at: Number.parseInt(at, 36), snapshot };
};

const xmaxOf = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? '0');

/** Whether the second one knows all that the first one knew: else the first one is from elsewhere, or of the future. */
export const follows = (first: Position, last: Position): boolean =>
  first.database === last.database && xmaxOf(first.snapshot) <= xmaxOf(last.snapshot);

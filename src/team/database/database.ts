/** A PostgreSQL database, by a connection or inside this process. */

export type Row = Readonly<Record<string, unknown>>;

export interface Queries {
  /** @param values of `$1`, `$2`, … @throws WorkbenchError `unavailable` if the database cannot be reached */
  query<R extends Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Runs several statements without values. */
  execute(sql: string): Promise<void>;
}

export interface Database extends Queries {
  /** Runs all or nothing. */
  transaction<T>(run: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each NOTIFY of a channel. Notices are lost while the database is away: `listener` is called
   * without a payload each time that listening begins. Returns a function that stops it.
   */
  listen(channel: string, listener: (payload?: string) => void): () => void;
  /** The process of the database's server that holds the connection of `listen`; undefined while there is none. */
  listener?(): number | undefined;
  close(): Promise<void>;
}

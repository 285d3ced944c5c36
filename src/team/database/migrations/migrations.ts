/** The migrations in order. A file that was released never changes: a later one corrects it. */
import published from './0001_published.sql';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [{ number: 1, name: 'published', sql: published }];

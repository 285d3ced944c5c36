/** The migrations in order. A file that was released never changes: a later one corrects it. */
import published from './0001_published.sql';
import usage from './0002_usage.sql';
import callerCounts from './0003_caller_counts.sql';
import replicas from './0004_replicas.sql';
import callerLoad from './0005_caller_load.sql';
import replicaChanges from './0006_replica_changes.sql';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { number: 1, name: 'published', sql: published },
  { number: 2, name: 'usage', sql: usage },
  { number: 3, name: 'caller counts', sql: callerCounts },
  { number: 4, name: 'replicas', sql: replicas },
  { number: 5, name: 'caller load', sql: callerLoad },
  { number: 6, name: 'replica changes', sql: replicaChanges },
];

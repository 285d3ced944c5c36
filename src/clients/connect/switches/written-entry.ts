/** An entry of a configuration file, and why its application does not load it. */
import type { Scope } from '../../applications/application.ts';

/** An `error` keeps the server from appearing, a `warning` may. */
export interface LoadProblem {
  readonly severity: 'error' | 'warning';
  /** One sentence: the cause, and what to do. */
  readonly message: string;
  /** What one press can do about it. */
  readonly fix?: 'connect' | 'disconnect';
}

/** An entry of a configuration file, written or planned. */
export interface WrittenEntry {
  /** The id of the application. */
  readonly application: string;
  readonly scope: Scope;
  /** The folder in which the application starts; empty if only settings for all projects count. */
  readonly project: string;
  readonly name: string;
  readonly value: unknown;
}

/** What `doctor` finds, and what it can do about it. */
import type { Scope } from '../applications/application.ts';
import type { TextPlace } from './refused-file.ts';

/** One thing to fix. An `error` keeps a server from appearing, a `warning` may. */
export interface Finding extends Partial<TextPlace> {
  readonly severity: 'error' | 'warning';
  /** The application's display name. */
  readonly application: string;
  readonly file: string;
  /** One sentence: the cause, and what to do. */
  readonly message: string;
  /** What the workbench can do about it. */
  readonly fix?: Fix;
}

export type Fix =
  /** Writes the entry again. */
  | {
      readonly kind: 'connect';
      readonly server: string;
      /** The id of the application. */
      readonly application: string;
      readonly scope: Scope;
      readonly project: string;
      readonly transport: 'stdio' | 'http';
      /** What the entry serves instead of the folder. */
      readonly ref?: string;
      readonly file: string;
    }
  /** Removes the entry of a server that no longer exists. */
  | { readonly kind: 'disconnect'; readonly file: string; readonly name: string }
  /** Deletes what a killed workbench left beside the file. */
  | { readonly kind: 'delete left-overs'; readonly file: string };

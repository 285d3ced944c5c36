/** State of the dialogs that connect client applications, import prompts, and export Wolfram Language. */
import type {
  ConnectOutcome,
  ConnectPlan,
  ImportItem,
  ImportPlan,
  ImportReading,
  Input,
  Output,
  WolframText,
} from '../../../src/contract/contract.ts';

export type ConnectApplication = Output<'connect.applications'>[number];
export type ConnectEntry = Output<'connect.history'>[number];
export type ConnectSnippets = Output<'connect.snippets'>;
export type ReadyPlan = Extract<ConnectPlan, { kind: 'ready' }>;
export type Scope = ConnectEntry['scope'];
export type Transport = ConnectEntry['transport'];

/** The chosen connection, with a scope and a transport of its application. */
export interface ConnectTarget {
  readonly server: string;
  /** The application's id. */
  readonly application: string;
  readonly scope: Scope;
  readonly transport: Transport;
  readonly projectDir: string;
  /** The branch, tag or commit that the entry serves instead of the folder. */
  readonly ref?: string;
  /** The id of the team server whose server it is. */
  readonly team?: string;
}

/** A team server with its servers, which the dialog connects instead of those of the workspace. */
export interface ConnectTeam {
  readonly id: string;
  readonly name: string;
  readonly servers: readonly string[];
}

export type ConnectStage =
  /** A project folder has yet to be chosen. */
  | { readonly kind: 'choosing' }
  | { readonly kind: 'planning' }
  | { readonly kind: 'planned'; readonly plan: ConnectPlan }
  | { readonly kind: 'applying'; readonly plan: ReadyPlan }
  | { readonly kind: 'applied'; readonly plan: ReadyPlan; readonly outcome: ConnectOutcome }
  | {
      readonly kind: 'undone';
      readonly message: string;
      readonly journalId: string;
      /** It was another workspace's, which alone can connect it again. */
      readonly isOther: boolean;
    }
  | { readonly kind: 'failed'; readonly message: string };

export type ConnectState =
  | { readonly status: 'closed' }
  | {
      readonly status: 'open';
      readonly target: ConnectTarget;
      readonly team?: ConnectTeam | undefined;
      /** Branches and tags that an entry may follow; empty without a repository. */
      readonly refs: readonly string[];
      /** Folders that match the typed prefix. */
      readonly suggestions: readonly string[];
      /** Detected ones first; undefined until they are read. */
      readonly applications: readonly ConnectApplication[] | undefined;
      readonly stage: ConnectStage;
      /** The same entry for the clipboard; undefined until it is requested. */
      readonly snippets: ConnectSnippets | undefined;
      /** Newest first; undefined until it is read. */
      readonly history: readonly ConnectEntry[] | undefined;
      /** A message for each connection whose record is damaged, so that it is not in `history`. */
      readonly damage: readonly string[];
    };

export type ImportSource = Input<'import.read'>;
export type ImportTarget = Input<'import.plan'>['target'];
export type WolframQuestion = Input<'wolfram.export'>;

/** An item of an import source, and whether and how it is imported. */
export interface ImportChoice {
  /** Its index in the source. */
  readonly index: number;
  readonly item: ImportItem;
  readonly isTaken: boolean;
  /** Uses the item's alternative form. */
  readonly instead: boolean;
  /** The slots of other programs, as written, that stay text. */
  readonly textSlots: readonly string[];
  /** The typed name; undefined for the item's own. */
  readonly name?: string;
}

/** The items of an import source and the plan for them. */
export interface ImportOffer {
  readonly reading: ImportReading;
  readonly choices: readonly ImportChoice[];
  readonly target: ImportTarget;
  /** The plan for the newest choice; the previous plan until it arrives. */
  readonly plan?: ImportPlan;
}

export type ImportState =
  | { readonly status: 'closed' }
  | {
      readonly status: 'open';
      readonly isReading: boolean;
      readonly isApplying: boolean;
      readonly failure?: string;
      readonly offer?: ImportOffer;
    };

export type WolframState =
  | { readonly status: 'closed' }
  | {
      readonly status: 'open';
      readonly question: WolframQuestion;
      readonly answer?: WolframText;
      readonly failure?: string;
    };

export const closedImport: ImportState = { status: 'closed' };
export const closedWolfram: WolframState = { status: 'closed' };

/** Decides whether a workspace may do something. Code that runs functions, reads outside it or contacts an address asks here first. */

import { NotAllowedError } from '../base/errors.ts';
import { inBackground } from '../base/in-background.ts';
import { loadOnce } from '../base/load-once.ts';
import { type Ask, describeAsk } from '../model/asks.ts';
import { askId } from './ask-id.ts';
import type { TrustFile, TrustRecord } from './record.ts';

export interface Trust {
  /** The workspace's real path. */
  readonly root: string;
  /** What is allowed now, read from disk. */
  read(): Promise<TrustRecord>;
  /** Those of the asks that are not allowed now, each once. */
  missing(asks: readonly Ask[]): Promise<readonly Ask[]>;
  /** @throws NotAllowedError where one of them is not allowed now */
  require(asks: readonly Ask[]): Promise<void>;
  /** The asks that this process has refused, by id. Some only arise at run time. */
  readonly requiredAsks: ReadonlyMap<string, Ask>;
  /** Allows these asks. With `workspace`, or with the ask `functions`, it also trusts the workspace. */
  allow(asks: readonly Ask[], options?: { readonly workspace?: boolean }): Promise<void>;
  /** Revokes the asks with these ids, allowed or not. */
  revoke(ids: readonly string[]): Promise<void>;
  /** Restricts the workspace and revokes everything. */
  revokeAll(): Promise<void>;
  /**
   * Calls `listener` after a change by any program, and after this process has refused a new ask.
   * @returns a function that stops it
   */
  subscribe(listener: () => void): () => void;
}

/** How the person who installed a package allows what it asks for. */
export interface PackedTrust {
  /** The ids of what the settings of the client application allow. */
  readonly inSettings: ReadonlySet<string>;
  /** The words of a command line that start the package's own program. */
  readonly program: readonly string[];
}

/** @param options.root the workspace's real path */
export function createTrust({
  root,
  openFile,
  packedTrust,
}: {
  readonly root: string;
  /** Of a package (src/pack); absent for a workspace. */
  readonly packedTrust?: PackedTrust | undefined;
  /** Called at the first question, so that a start does not load what reads the record. */
  readonly openFile: () => Promise<TrustFile>;
}): Trust {
  const requiredAsks = new Map<string, Ask>();
  const listeners = new Set<() => void>();
  const file = loadOnce(openFile);
  let watching: Promise<() => void> | undefined;

  async function missing(asks: readonly Ask[]): Promise<readonly Ask[]> {
    if (asks.length === 0) return [];
    const record = await (await file()).read();
    const allowedIds = new Set([...record.allowed.map(askId), ...(packedTrust?.inSettings ?? [])]);
    const isAllowed = (ask: Ask) => (ask.kind === 'functions' && record.isTrusted) || allowedIds.has(askId(ask));
    const missingAsks = asks.filter((ask) => !isAllowed(ask));
    // A source may list a folder several times.
    return [...new Map(missingAsks.map((ask) => [askId(ask), ask])).values()];
  }

  async function change(edit: (record: TrustRecord) => TrustRecord): Promise<void> {
    await (await file()).change(edit);
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  return {
    root,
    requiredAsks,
    missing,
    read: async () => (await file()).read(),
    async require(asks) {
      const missingAsks = await missing(asks);
      if (missingAsks.length === 0) return;
      const knownCount = requiredAsks.size;
      for (const ask of missingAsks) requiredAsks.set(askId(ask), ask);
      if (requiredAsks.size > knownCount) notify();
      throw new NotAllowedError(refusalMessage(missingAsks, root, packedTrust), missingAsks.map(askId));
    },
    allow: (asks, { workspace = false } = {}) =>
      change(({ isTrusted, allowed }) => {
        const union = new Map([...allowed, ...asks].map((ask) => [askId(ask), ask]));
        const trusts = workspace || asks.some(({ kind }) => kind === 'functions');
        return {
          isTrusted: isTrusted || trusts,
          allowed: [...union.values()].filter(({ kind }) => kind !== 'functions'),
        };
      }),
    revoke: (ids) =>
      change(({ isTrusted, allowed }) => ({
        isTrusted: isTrusted && !ids.includes(askId({ kind: 'functions' })),
        allowed: allowed.filter((ask) => !ids.includes(askId(ask))),
      })),
    revokeAll: () => change(() => ({ isTrusted: false, allowed: [] })),
    subscribe(listener) {
      const ownListener = () => listener();
      listeners.add(ownListener);
      watching ??= file().then(({ watch }) => watch(notify));
      return () => {
        listeners.delete(ownListener);
        if (listeners.size > 0) return;
        inBackground(watching?.then((stop) => stop()));
        watching = undefined;
      };
    },
  };
}

function refusalMessage(asks: readonly Ask[], root: string, packedTrust: PackedTrust | undefined): string {
  const what = asks.map((ask) => lowerFirst(describeAsk(ask))).join(', and to ');
  if (packedTrust) {
    const run = shellText([...packedTrust.program, 'allow', ...asks.map(nameOf)]);
    return `This package is not allowed to ${what}: allow it in the settings of its plugin or extension, or run ${run}.`;
  }
  const command = shellText(['prompt-workbench', 'allow', ...asks.map(nameOf), '--workspace', root]);
  return `This workspace is not allowed to ${what}: review it in the workbench, or run ${command}.`;
}

/** The word for an ask on a command line. */
function nameOf(ask: Ask): string {
  return ask.kind === 'functions' || ask.kind === 'evaluator' ? ask.kind : askId(ask);
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Words for a POSIX shell, quoted where they have to be. */
function shellText(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

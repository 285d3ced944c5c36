/** The git repository of the workspace. Loads with its mark in the status line. */
import type { BlamedPart, Input, Output, PullOutcome } from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import type { StoreContext } from '../context.ts';
import { requireSaved } from '../definition/require-saved.ts';

/** What a person has chosen and typed in Publish and not published yet. */
export interface PublishDraft {
  /** The changed files that are left out. */
  readonly omittedFiles: ReadonlySet<string>;
  /** Undefined while the proposed message is shown. */
  readonly message: string | undefined;
  /** Undefined while it is the current branch. */
  readonly branch: string | undefined;
}

export interface Git {
  /** The draft of the last Publish, also after the dialog was closed. */
  draft(): PublishDraft;
  keepDraft(draft: PublishDraft): void;
  /** Reads the state again. A failure leaves the state as it was. */
  refresh(): Promise<void>;
  /** Reads the state now, and again after each change of a file. @returns stops that */
  follow(): () => void;
  /** What publishing these files would commit. @throws WorkbenchError */
  plan(files: readonly string[]): Promise<Output<'git.plan'>>;
  /** @throws WorkbenchError with the reason of git or a hook; nothing has changed then */
  publish(what: Input<'git.publish'>): Promise<Output<'git.publish'>>;
  /** Commits nothing. @throws WorkbenchError */
  push(): Promise<Output<'git.push'>>;
  /** @throws WorkbenchError; nothing has changed then */
  pull(what: Input<'git.pull'>): Promise<PullOutcome>;
  /** Says in a notice how a press ended, after its dialog was closed. */
  report(outcome: string, isFailure: boolean): void;
  /** @throws WorkbenchError */
  blame(file: string): Promise<readonly BlamedPart[]>;
  /** @throws WorkbenchError */
  read(file: string, ref: string): Promise<Output<'git.read'>>;
}

/** How long the files must be unchanged before the state is read: typing changes a file at every letter. */
const settleMs = 700;

/** @param flush saves unsaved edits, and returns whether all are saved */
export function createGit({ host, get, set, notify, inform }: StoreContext, flush: () => Promise<boolean>): Git {
  let newestRequest = 0;
  const noDraft: PublishDraft = { omittedFiles: new Set(), message: undefined, branch: undefined };
  let draft = noDraft;
  async function refresh(): Promise<void> {
    const number = ++newestRequest;
    const git = await host.call('git.state', {}).catch(() => undefined);
    if (git && number === newestRequest && JSON.stringify(git) !== JSON.stringify(get().git)) set({ git });
  }
  /** What follows changes the repository, even if it fails halfway. */
  async function thenRefresh<T>(call: () => Promise<T>): Promise<T> {
    await requireSaved(flush);
    try {
      return await call();
    } finally {
      await refresh();
    }
  }
  function follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unlisten = host.on('workspace.changed', () => {
      if (get().git?.kind === 'none') return;
      clearTimeout(timer);
      timer = setTimeout(() => inBackground(refresh()), settleMs);
    });
    inBackground(refresh());
    return () => {
      clearTimeout(timer);
      unlisten();
    };
  }
  return {
    refresh,
    follow,
    async plan(files) {
      await requireSaved(flush);
      return host.call('git.plan', { files: [...files] });
    },
    draft: () => draft,
    keepDraft(next) {
      draft = next;
    },
    async publish(what) {
      const outcome = await thenRefresh(() => host.call('git.publish', what));
      draft = noDraft;
      return outcome;
    },
    push: () => thenRefresh(() => host.call('git.push', {})),
    pull: (what) => thenRefresh(() => host.call('git.pull', what)),
    report: (outcome, isFailure) => (isFailure ? notify(outcome) : inform(outcome)),
    blame: (file) => host.call('git.blame', { file }),
    read: (file, ref) => host.call('git.read', { file, ref }),
  };
}

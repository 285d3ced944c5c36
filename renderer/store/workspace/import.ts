/** Bringing prompts in from elsewhere, and taking them out as Wolfram Language: what a dialog shows and does. */
import type {
  ChangeSet,
  ImportItem,
  ImportPlan,
  ImportRead,
  Input,
  WolframText,
} from '../../../src/contract/contract.ts';
import { inBackground } from '../../in-background.ts';
import { type StoreContext, sentence } from '../context.ts';
import { selectServers } from '../selectors.ts';

export type ImportSource = Input<'import.read'>;
export type ImportTarget = Input<'import.plan'>['target'];
export type WolframQuestion = Input<'wolfram.export'>;

/** An item of a source, and whether and how it is taken. */
export interface ImportChoice {
  /** Its place in the source. */
  readonly index: number;
  readonly item: ImportItem;
  readonly isTaken: boolean;
  /** Its other way. */
  readonly instead: boolean;
}

/** What a source holds, and what would be made of it. */
export interface ImportOffer {
  readonly read: ImportRead;
  readonly choices: readonly ImportChoice[];
  readonly target: ImportTarget;
  /** Of the newest choice; the last one until it is there. */
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

export interface ImportActions {
  /** Opens the dialog, and reads a source at once if one is given. */
  openImport(source?: ImportSource): void;
  closeImport(): void;
  readImport(source: ImportSource): Promise<void>;
  /** Goes back to asking for a source. */
  forgetImport(): void;
  takeImport(index: number, change: Partial<Pick<ImportChoice, 'isTaken' | 'instead'>>): Promise<void>;
  takeAllImports(isTaken: boolean): Promise<void>;
  targetImport(target: ImportTarget): Promise<void>;
  /** Writes what is taken, shows it, and closes the dialog. */
  applyImport(): Promise<void>;
  openWolfram(question: WolframQuestion): Promise<void>;
  closeWolfram(): void;
  /** The program of this computer that runs Wolfram Language, if there is one. @throws */
  findWolframscript(): Promise<{ program?: string }>;
}

export const closedImport: ImportState = { status: 'closed' };
export const closedWolfram: WolframState = { status: 'closed' };

const opened = { status: 'open', isReading: false, isApplying: false } as const;

/** @param arrangeAndShow carries out a change of the workspace, tells it with its undo, and shows what was made */
export function createImportActions(
  { host, get, set, subscribe }: StoreContext,
  arrangeAndShow: (change: () => Promise<ChangeSet>) => Promise<ChangeSet>,
): ImportActions {
  let newest = 0;

  async function readImport(source: ImportSource): Promise<void> {
    const number = ++newest;
    set({ import: { ...opened, isReading: true } });
    try {
      const read = await host.call('import.read', source);
      if (number !== newest) return;
      const choices = read.items.map((item, index) => ({ index, item, isTaken: true, instead: false }));
      set({ import: { ...opened, offer: { read, choices, target: usualTarget(read) } } });
      await plan();
    } catch (error) {
      if (number === newest) set({ import: { ...opened, failure: sentence(error) } });
    }
  }

  /** Where the prompts of one server go to a server of its name; others to the server that is looked at. */
  function usualTarget({ server }: ImportRead): ImportTarget {
    if (server !== undefined) return { kind: 'new-server', name: server };
    const { selection } = get();
    const name = selection && 'server' in selection ? selection.server : undefined;
    const own = selectServers(get()).filter(({ file }) => file !== undefined);
    const looked = own.find((each) => each.name === name) ?? own[0];
    return looked ? { kind: 'server', name: looked.name } : { kind: 'new-server', name: 'Imported' };
  }

  async function change(part: (offer: ImportOffer) => Partial<ImportOffer>): Promise<void> {
    const { import: state } = get();
    if (state.status !== 'open' || !state.offer || state.isApplying) return;
    set({ import: { ...opened, offer: { ...state.offer, ...part(state.offer) } } });
    await plan();
  }

  async function plan(): Promise<void> {
    const number = ++newest;
    const { import: state } = get();
    if (state.status !== 'open' || !state.offer) return;
    try {
      const answer = await host.call('import.plan', choiceOf(state.offer));
      const { import: now } = get();
      if (number === newest && now.status === 'open' && now.offer)
        set({ import: { ...now, offer: { ...now.offer, plan: answer } } });
    } catch (error) {
      const { import: now } = get();
      if (number === newest && now.status === 'open') set({ import: { ...now, failure: sentence(error) } });
    }
  }

  let newestText = 0;

  async function readWolfram(question: WolframQuestion): Promise<void> {
    const number = ++newestText;
    const answer = await host
      .call('wolfram.export', question)
      .then((answer) => ({ answer }))
      .catch((error: unknown) => ({ failure: sentence(error) }));
    const { wolfram } = get();
    if (number === newestText && wolfram.status === 'open') set({ wolfram: { status: 'open', question, ...answer } });
  }

  // The names that are free change with the workspace.
  subscribe((state, before) => {
    if (state.workspace !== before.workspace && state.import.status === 'open' && !state.import.isApplying)
      inBackground(plan());
  });

  return {
    openImport(source) {
      const { import: state } = get();
      if (state.status === 'open' && state.isApplying) return;
      if (source) inBackground(readImport(source));
      else set({ import: opened });
    },
    closeImport() {
      const { import: state } = get();
      newest++;
      set({ import: closedImport });
      // What is read may be a program that was started for it.
      if (state.status === 'open' && state.isReading) host.call('import.stop', {}).catch(() => undefined);
    },
    readImport,
    forgetImport() {
      newest++;
      set({ import: opened });
    },
    takeImport: (index, part) =>
      change(({ choices }) => ({
        choices: choices.map((each) => (each.index === index ? { ...each, ...part } : each)),
      })),
    takeAllImports: (isTaken) => change(({ choices }) => ({ choices: choices.map((each) => ({ ...each, isTaken })) })),
    targetImport: (target) => change(() => ({ target })),
    async applyImport() {
      const { import: state } = get();
      if (state.status !== 'open' || !state.offer || state.isApplying) return;
      const { offer } = state;
      set({ import: { ...opened, isApplying: true, offer } });
      try {
        await arrangeAndShow(() => host.call('import.apply', choiceOf(offer)));
        set({ import: closedImport });
      } catch (error) {
        set({ import: { ...opened, offer, failure: sentence(error) } });
      }
    },
    async openWolfram(question) {
      const { wolfram } = get();
      set({ wolfram: { ...(wolfram.status === 'open' ? wolfram : {}), status: 'open', question } });
      await readWolfram(question);
    },
    closeWolfram() {
      newestText++;
      set({ wolfram: closedWolfram });
    },
    findWolframscript: () => host.call('wolfram.state', {}),
  };
}

function choiceOf({ read, choices, target }: ImportOffer): Input<'import.plan'> {
  const chosen = choices.flatMap(({ index, isTaken, instead }) => (isTaken ? [{ index, instead }] : []));
  return { importId: read.importId, chosen, target };
}

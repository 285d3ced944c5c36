/** The dialogs that import prompts and export them as Wolfram Language. */

import type { ChangeSet, ImportReading, Input } from '../../../src/contract/contract.ts';
import type { NameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { inBackground } from '../../in-background.ts';
import { newEntryNameProblem } from '../arguments/name-clash.ts';
import { type StoreContext, sentence } from '../context.ts';
import { selectOwnServer } from '../selectors.ts';
import {
  closedImport,
  closedWolfram,
  type ImportChoice,
  type ImportOffer,
  type ImportSource,
  type ImportTarget,
  type WolframQuestion,
} from '../state/dialogs.ts';
import type { WorkbenchState } from '../state.ts';

export interface ImportActions {
  /** Opens the dialog; reads `source` at once if given. */
  openImport(source?: ImportSource): void;
  closeImport(): void;
  typeImportText(text: string): void;
  readImport(source: ImportSource): Promise<void>;
  /** Returns to the choice of a source. */
  forgetImport(): void;
  takeImport(
    index: number,
    change: Partial<Pick<ImportChoice, 'isTaken' | 'instead' | 'textSlots' | 'name'>>,
  ): Promise<void>;
  takeAllImports(isTaken: boolean): Promise<void>;
  targetImport(target: ImportTarget): Promise<void>;
  /** Writes the chosen items, selects the first, and closes the dialog. */
  applyImport(): Promise<void>;
  openWolfram(question: WolframQuestion): Promise<void>;
  closeWolfram(): void;
  /** Finds the program on this computer that runs Wolfram Language. @throws */
  findWolframscript(): Promise<{ program?: string }>;
}

const openState = { status: 'open', isReading: false, isApplying: false } as const;

/** @param arrangeAndShow applies a change of the workspace, shows a notice with Undo, and selects the new entry */
export function createImportActions(
  { host, get, set, subscribe }: StoreContext,
  arrangeAndShow: (change: () => Promise<ChangeSet>) => Promise<ChangeSet>,
): ImportActions {
  let newestRequest = 0;

  async function readImport(source: ImportSource): Promise<void> {
    const number = ++newestRequest;
    set({ import: { ...openState, isReading: true } });
    try {
      const answer = await host.call('import.read', source);
      if (number !== newestRequest) return;
      const choices = answer.items.map((item, index) => ({
        index,
        item,
        isTaken: true,
        instead: false,
        textSlots: [],
      }));
      set({ import: { ...openState, offer: { reading: answer, choices, target: usualTarget(answer) } } });
      await plan();
    } catch (error) {
      if (number === newestRequest) set({ import: { ...openState, failure: sentence(error) } });
    }
  }

  /** Prompts of one server go to a new server of that name; others go where new prompts go. */
  function usualTarget({ server }: ImportReading): ImportTarget {
    if (server !== undefined) return { kind: 'new-server', name: server };
    const ownServer = selectOwnServer(get());
    return ownServer ? { kind: 'server', name: ownServer.name } : { kind: 'new-server', name: 'Imported' };
  }

  async function change(part: (offer: ImportOffer) => Partial<ImportOffer>): Promise<void> {
    const { import: state } = get();
    if (state.status !== 'open' || !state.offer || state.isApplying) return;
    set({ import: { ...openState, offer: { ...state.offer, ...part(state.offer) } } });
    await plan();
  }

  async function plan(): Promise<void> {
    const number = ++newestRequest;
    const { import: state } = get();
    if (state.status !== 'open' || !state.offer) return;
    try {
      const answer = await host.call('import.plan', choiceOf(get(), state.offer));
      const { import: now } = get();
      if (number === newestRequest && now.status === 'open' && now.offer)
        set({ import: { ...now, offer: { ...now.offer, plan: answer } } });
    } catch (error) {
      const { import: now } = get();
      if (number === newestRequest && now.status === 'open') set({ import: { ...now, failure: sentence(error) } });
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

  // The free names change with the workspace.
  subscribe((state, before) => {
    if (state.workspace !== before.workspace && state.import.status === 'open' && !state.import.isApplying)
      inBackground(plan());
  });

  return {
    openImport(source) {
      const { import: state } = get();
      if (state.status === 'open' && state.isApplying) return;
      if (source) inBackground(readImport(source));
      else set({ import: openState });
    },
    closeImport() {
      const { import: state } = get();
      newestRequest++;
      set({ import: closedImport });
      // The import may have started a program, which stops here.
      if (state.status === 'open' && state.isReading) host.call('import.stop', {}).catch(() => undefined);
    },
    typeImportText: (importText) => set({ importText }),
    readImport,
    forgetImport() {
      newestRequest++;
      set({ import: openState });
    },
    takeImport: (index, part) =>
      change(({ choices }) => ({
        choices: choices.map((choice) => (choice.index === index ? { ...choice, ...part } : choice)),
      })),
    takeAllImports: (isTaken) =>
      change(({ choices }) => ({ choices: choices.map((choice) => ({ ...choice, isTaken })) })),
    targetImport: (target) => change(() => ({ target })),
    async applyImport() {
      const { import: state } = get();
      if (state.status !== 'open' || !state.offer || state.isApplying) return;
      const { offer } = state;
      set({ import: { ...openState, isApplying: true, offer } });
      try {
        await arrangeAndShow(() => host.call('import.apply', choiceOf(get(), offer)));
        set({ import: closedImport, importText: '' });
      } catch (error) {
        set({ import: { ...openState, offer, failure: sentence(error) } });
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

/** The problem of the name that a person types for an imported prompt; the import changes a taken one. */
export function importNameProblem(state: WorkbenchState, target: ImportTarget, name: string): NameProblem | undefined {
  return newEntryNameProblem(state, 'prompts', target.kind === 'server' ? target.name : '', name.trim());
}

function choiceOf(state: WorkbenchState, { reading, choices, target }: ImportOffer): Input<'import.plan'> {
  const nameOf = ({ name }: ImportChoice) => {
    const problem = name === undefined ? undefined : importNameProblem(state, target, name);
    const isUsable = problem?.severity !== 'error' || problem.kind === 'taken';
    return name !== undefined && isUsable ? { name: name.trim() } : {};
  };
  const chosenItems = choices.flatMap((choice) => {
    const { index, isTaken, instead, textSlots } = choice;
    return isTaken
      ? [{ index, instead, ...(textSlots.length > 0 && { textSlots: [...textSlots] }), ...nameOf(choice) }]
      : [];
  });
  return { importId: reading.importId, choices: chosenItems, target };
}

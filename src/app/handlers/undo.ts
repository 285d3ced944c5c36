/** Undo and redo: one order of the changes of files and of the connections that were made. */
import { sentence, WorkbenchError } from '../../base/errors.ts';
import type { Connections } from '../../clients/connect/connections.ts';
import type { FileChange, Handlers, Location, NextStep, Output } from '../../contract/contract.ts';
import { parseDefinitionPath } from '../../files/workspace-paths.ts';
import type { History } from '../../library/history/history.ts';
import { stepName } from '../../library/history/step-name.ts';
import type { OrderedStep } from '../../library/history/undo-steps.ts';

type Direction = 'undo' | 'redo';
type StepResult = Output<'history.step'>;
type Connection = Output<'connect.history'>[number];

interface ConnectionStep {
  readonly connection: Connection;
  /** Milliseconds since the epoch. */
  readonly when: number;
  readonly undoneAt?: number;
}

/** One step: a change of files, or a connection of a client application. */
type Step = { readonly undoneAt?: number } & (
  | (OrderedStep & { readonly kind: 'files' })
  | (ConnectionStep & { readonly kind: 'connection' })
);

/** Steps without effect that one call passes over. */
const maxSkipped = 1_000;

/**
 * Connections are steps while this workbench runs. After a restart, Ctrl+Z never disconnects a client that has been in
 * use since; the Connect dialog does.
 */
export function undoHandlers(
  history: Pick<History, 'order' | 'take'>,
  connections: Pick<Connections, 'history' | 'undo' | 'again' | 'apply'>,
): Pick<Handlers, 'history.next' | 'history.step' | 'connect.apply' | 'connect.undo'> {
  /** The connections made here that can be undone or redone, oldest first. */
  let connected: readonly ConnectionStep[] = [];

  /** The steps in the order in which they are taken; the last is the next. */
  async function stepsOf(direction: Direction): Promise<{ steps: readonly Step[]; trouble?: string }> {
    const { done, undone, trouble } = await history.order();
    const newest = Math.max(
      done.at(-1)?.when ?? 0,
      ...connected.filter(({ undoneAt }) => undoneAt === undefined).map(({ when }) => when),
    );
    const isNext = ({ undoneAt }: { readonly undoneAt?: number }) =>
      direction === 'undo' ? undoneAt === undefined : undoneAt !== undefined && undoneAt > newest;
    const files: readonly (OrderedStep & { readonly undoneAt?: number })[] = direction === 'undo' ? done : undone;
    const steps: readonly Step[] = [
      ...files.map((step) => ({ ...step, kind: 'files' as const })),
      ...connected.map((step) => ({ ...step, kind: 'connection' as const })),
    ];
    const inOrder = steps.filter(isNext).sort((a, b) => (a.undoneAt ?? a.when) - (b.undoneAt ?? b.when));
    return { steps: inOrder, ...(trouble === undefined ? {} : { trouble }) };
  }

  async function connect(planId: string): Promise<Output<'connect.apply'>> {
    const outcome = await connections.apply(planId);
    const { journalId } = outcome;
    const made = journalId && (await connections.history()).find((entry) => entry.journalId === journalId);
    if (made) connected = [...connected, { connection: made, when: Date.now() }];
    return outcome;
  }

  async function disconnect(journalId: string): Promise<Output<'connect.undo'>> {
    const answer = await connections.undo(journalId);
    connected = connected.map((step) =>
      step.connection.journalId === journalId ? { ...step, undoneAt: Date.now() } : step,
    );
    return answer;
  }

  async function take(step: Step, direction: Direction): Promise<StepResult | undefined> {
    if (step.kind === 'connection') return await takeConnection(step, direction);
    const result = await history.take(step, direction);
    if (result.kind === 'skipped') return undefined;
    if (result.kind === 'refused') return result;
    const { merged, changes } = result;
    const place = placeAfter(step, changes);
    return {
      kind: 'done',
      step: viewOf(step),
      changes: [...changes],
      merged,
      ...(place && { location: place }),
      isArrangement: step.origin === 'structure',
    };
  }

  async function takeConnection(step: Step & ConnectionStep, direction: Direction): Promise<StepResult> {
    const { journalId } = step.connection;
    const drop = () => {
      connected = connected.filter(({ connection }) => connection.journalId !== journalId);
    };
    try {
      if (direction === 'undo') await disconnect(journalId);
      else {
        drop();
        const plan = await connections.again(journalId);
        if (plan.kind === 'refused') return { kind: 'refused', message: plan.message };
        await connect(plan.planId);
      }
    } catch (error) {
      // The step before it comes next.
      drop();
      if (error instanceof WorkbenchError) return { kind: 'refused', message: sentence(error) };
      throw error;
    }
    return { kind: 'done', step: viewOf(step), changes: [], merged: false, isArrangement: false };
  }

  return {
    'connect.apply': ({ planId }) => connect(planId),
    'connect.undo': ({ journalId }) => disconnect(journalId),
    async 'history.next'() {
      const [undo, redo] = await Promise.all([stepsOf('undo'), stepsOf('redo')]);
      const [nextUndo, nextRedo] = [undo.steps.at(-1), redo.steps.at(-1)];
      const trouble = undo.trouble ?? redo.trouble;
      return {
        ...(nextUndo && { undo: viewOf(nextUndo) }),
        ...(nextRedo && { redo: viewOf(nextRedo) }),
        ...(trouble === undefined ? {} : { trouble }),
      };
    },
    async 'history.step'({ direction, id }) {
      for (let skipped = 0; skipped < maxSkipped; skipped++) {
        const { steps } = await stepsOf(direction);
        const step = steps.at(-1);
        if (!step) break;
        if (id !== undefined && viewOf(step).id !== id) {
          const message = `Can't ${direction} this any more: something else was changed since. Use Recently deleted or History instead.`;
          return { kind: 'refused', message };
        }
        const result = await take(step, direction);
        if (result) return result;
      }
      return { kind: 'nothing' };
    },
  };
}

function viewOf(step: Step): NextStep {
  if (step.kind === 'connection') {
    const { journalId, clientName, server } = step.connection;
    return {
      id: journalId,
      label: `Connected ${clientName} to ${server}`,
      name: `connection of ${clientName} to ${server}`,
    };
  }
  const { key, origin, summary, thing, file, together } = step;
  const isTyped = origin === 'form' || origin === 'source';
  const label = (isTyped ? thing?.change : undefined) ?? summary;
  const name = stepName(label);
  const kind = parseDefinitionPath(file)?.kind;
  if (together || !thing) return { id: key, label, name };
  const changed = { file, at: [...thing.at] };
  if (!kind || name.includes(thing.name)) return { id: key, label, name, changed };
  return { id: key, label, name: `${name} in the ${entryKind(thing.at) ?? kind} ${thing.name}`, changed };
}

/** The kind of an inline definition in a server's file. */
function entryKind([list]: readonly unknown[]): 'prompt' | 'tool' | undefined {
  return list === 'Tools' ? 'tool' : list === 'MCPPrompts' ? 'prompt' : undefined;
}

/** The definition that shows the result of a step: of several files, the prompt or tool before its servers. */
function placeAfter({ file, thing }: OrderedStep, changes: readonly FileChange[]): Location | undefined {
  const isThere = changes.filter(({ after }) => after !== null).map((change) => change.file);
  if (changes.length === 1 && isThere.includes(file)) return { file, at: [...(thing?.at ?? [])] };
  const best = isThere.find((each) => parseDefinitionPath(each)?.kind !== 'server') ?? isThere[0];
  return best === undefined ? undefined : { file: best, at: [] };
}

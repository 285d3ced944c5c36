/** Which steps of a file can be undone and redone. Derived from its versions, so it survives a restart. */
import type { ChangedDefinition, Origin, Together, Version } from '../version.ts';
import type { Versions } from '../versions.ts';

/** One thing that a person did. */
export interface Step {
  /** The id of its version. */
  readonly id: number;
  /** Milliseconds since the epoch; never earlier than the step before it in the same file. */
  readonly when: number;
  readonly origin: Origin;
  readonly summary: string;
  readonly together?: Together;
  readonly changedPart?: ChangedDefinition;
}

/** A step that was undone at a time. */
export interface UndoneStep extends Step {
  readonly undoneAt: number;
}

export interface Steps {
  /** Oldest first. */
  readonly doneSteps: readonly Step[];
  /** In the order in which they were undone; the last is redone first. */
  readonly undoneSteps: readonly UndoneStep[];
  /** When the newest step was made. */
  readonly newestTime: number;
}

/**
 * The steps of one file. Without the file, only the newest step can be undone, if it removed the file, and only the one that
 * was undone last can be redone: the others continue once the file is back, or in the file that its history moved to. None
 * can if another program removed the file.
 */
export function stepsOf(versions: Versions): Steps {
  const steps = new Map<number, Step>();
  const doneSteps = new Map<number, Step>();
  const undoneSteps = new Map<number, UndoneStep>();
  let when = Number.NEGATIVE_INFINITY;
  let newestTime = Number.NEGATIVE_INFINITY;
  let isOfStep = false;
  for (const version of versions.all) {
    when = Math.max(when, version.when);
    isOfStep = version.of !== undefined || version.isStep;
    if (version.of !== undefined) {
      const step = steps.get(version.of);
      doneSteps.delete(version.of);
      undoneSteps.delete(version.of);
      if (version.isGivenUp) steps.delete(version.of);
      if (!step || version.isGivenUp) continue;
      if (version.origin === 'undo') undoneSteps.set(step.id, { ...step, undoneAt: when });
      else doneSteps.set(step.id, step);
    } else if (version.isStep) {
      newestTime = when;
      const step = stepOf(version, when);
      steps.set(version.id, step);
      doneSteps.set(version.id, step);
    }
  }
  // A redone step returns to the place that it had.
  const inOrder = [...doneSteps.values()].sort((a, b) => a.when - b.when);
  if (versions.lastText !== undefined)
    return { doneSteps: inOrder, undoneSteps: [...undoneSteps.values()], newestTime };
  if (!isOfStep) return { doneSteps: [], undoneSteps: [], newestTime };
  const removal = inOrder.slice(-1).filter(({ id }) => versions.textAt(versions.indexOf(id)) === undefined);
  return { doneSteps: removal, undoneSteps: [...undoneSteps.values()].slice(-1), newestTime };
}

function stepOf({ id, origin, summary, together, thing }: Version, when: number): Step {
  return { id, when, origin, summary, ...(together && { together }), ...(thing && { changedPart: thing }) };
}

/** A step of one of several files. */
export interface OrderedStep extends Step {
  readonly key: string;
  readonly file: string;
}

export interface StepOrder {
  /** Oldest first; the last is undone first. */
  readonly doneSteps: readonly OrderedStep[];
  /** The last is redone first. */
  readonly undoneSteps: readonly (OrderedStep & { readonly undoneAt: number })[];
}

/** One order of the steps of several files. A change of several files is one step. A new step leaves nothing to redo. */
export function inOneOrder(files: ReadonlyMap<string, Steps>, newestElsewhere = Number.NEGATIVE_INFINITY): StepOrder {
  const doneSteps = new Map<string, OrderedStep>();
  const undoneSteps = new Map<string, OrderedStep & { undoneAt: number }>();
  let newestTime = newestElsewhere;
  for (const [file, steps] of files) {
    newestTime = Math.max(newestTime, steps.newestTime);
    for (const step of steps.doneSteps) {
      const key = stepKey(file, step);
      // The parts of one change differ by fractions of a millisecond.
      if ((doneSteps.get(key)?.when ?? Number.NEGATIVE_INFINITY) < step.when)
        doneSteps.set(key, { ...step, key, file });
    }
    for (const step of steps.undoneSteps) {
      const key = stepKey(file, step);
      if (!undoneSteps.has(key)) undoneSteps.set(key, { ...step, key, file });
    }
  }
  return {
    doneSteps: [...doneSteps.values()].sort((a, b) => a.when - b.when),
    undoneSteps: [...undoneSteps.values()]
      .filter(({ undoneAt }) => undoneAt > newestTime)
      .sort((a, b) => a.undoneAt - b.undoneAt),
  };
}

function stepKey(file: string, { id, together }: Step): string {
  return together?.id ?? `${file}#${id}`;
}

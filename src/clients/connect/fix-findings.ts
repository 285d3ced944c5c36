/** What `doctor --fix` does: changes that can be undone, each with its proof. */
import { isDeepStrictEqual } from 'node:util';
import { WorkbenchError } from '../../base/errors.ts';
import { applicationOf } from '../applications/applications.ts';
import type { Connections } from './connections.ts';
import type { Finding, Fix } from './finding.ts';
import { sweepLeftOvers } from './left-overs.ts';
import type { ConnectionStore } from './record/connection-store.ts';

export interface FixOutcome {
  readonly file: string;
  readonly isFixed: boolean;
  /** One sentence: what was done, or why it was not. */
  readonly message: string;
}

/** Each fix once, in the order of the findings. */
export function fixesOf(findings: readonly Finding[]): Fix[] {
  const fixes = findings.flatMap(({ fix }) => fix ?? []);
  return fixes.filter((fix, index) => fixes.findIndex((candidate) => isDeepStrictEqual(candidate, fix)) === index);
}

/** What a fix would do, as the end of `doctor --fix would …`. */
export function fixAsText(fix: Fix): string {
  switch (fix.kind) {
    case 'connect':
      return `connect ${fix.server} to ${applicationOf(fix.application).name} again`;
    case 'disconnect':
      return `remove the entry "${fix.name}"`;
    case 'delete left-overs':
      return 'delete the temporary files that a killed workbench left';
  }
}

/** Applies one fix. A connection whose server does not answer is taken back. */
export async function applyFix(fix: Fix, connections: Connections, store: ConnectionStore): Promise<FixOutcome> {
  try {
    return { file: fix.file, isFixed: true, message: await apply(fix, connections, store) };
  } catch (error) {
    if (!(error instanceof WorkbenchError)) throw error;
    return { file: fix.file, isFixed: false, message: error.message };
  }
}

async function apply(fix: Fix, connections: Connections, store: ConnectionStore): Promise<string> {
  switch (fix.kind) {
    case 'connect':
      return connectAgain(fix, connections);
    case 'disconnect': {
      const { file, name } = fix;
      const entry = (await connections.history()).find(
        (candidate) => !candidate.undone && candidate.file === file && candidate.name === name,
      );
      if (entry) return (await connections.undo(entry.journalId)).message;
      throw new WorkbenchError('refused', `The workbench has no record of "${name}": remove the entry by hand.`);
    }
    case 'delete left-overs': {
      const files = await sweepLeftOvers(fix.file, store);
      return `Deleted ${files.join(', ')}.`;
    }
  }
}

async function connectAgain(fix: Extract<Fix, { kind: 'connect' }>, connections: Connections): Promise<string> {
  const { server, application, scope, project, transport, ref } = fix;
  const where = { ...(scope !== 'user' && { projectDir: project }), ...(ref !== undefined && { ref }) };
  const plan = await connections.plan({ server, application, scope, transport, ...where });
  if (plan.kind === 'refused') throw new WorkbenchError('refused', plan.message);
  const { journalId, proof } = await connections.apply(plan.planId, true);
  if (proof.kind === 'answered') {
    const undo = journalId === undefined ? '' : ` To take it back: prompt-workbench disconnect ${journalId}`;
    return `Connected ${server} to ${plan.applicationName} again; it answered in ${Math.round(proof.milliseconds)} ms.${undo}`;
  }
  const undoNote = journalId === undefined ? '' : ` ${(await connections.undo(journalId)).message}`;
  throw new WorkbenchError('failed', `${proof.message}${/[.!?]$/.test(proof.message) ? '' : '.'}${undoNote}`);
}

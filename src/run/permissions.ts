/**
 * Decides the permission requests of an agent during a run: a person answers, or the options with which the run started.
 * Everything else is refused.
 */
import type * as z from 'zod';
import { exactCode, exactLine } from '../base/text/visible-text.ts';
import type { askedPermission, permissionKind, permissionOption } from '../contract/shapes/run.ts';

export type PermissionKind = z.output<typeof permissionKind>;
export type AskedPermission = z.output<typeof askedPermission>;

/** What an agent wants to do. Its texts are the agent's own. */
export interface PermissionRequest {
  readonly kind: PermissionKind;
  /** On one line. */
  readonly title: string;
  /** The command, the file or the arguments, as far as the title does not say them. */
  readonly detail?: string | undefined;
  /** For this request alone: an option that an agent remembers is not offered. */
  readonly options: readonly z.output<typeof permissionOption>[];
}

/** `forRun` allows every other request of this kind in this run, too. */
export type PermissionDecision =
  | { readonly kind: 'option'; readonly id: string; readonly forRun?: boolean }
  | { readonly kind: 'none' };

/** Asks a person. Resolves with `none` if the person does not answer; the signal aborts when the time is over. */
export type AskPerson = (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionDecision>;

export interface PermissionSettings {
  /** Allowed without a question. */
  readonly allows?: readonly PermissionKind[] | undefined;
  /** Absent if there is no person to ask. */
  readonly ask?: AskPerson | undefined;
}

/** The permissions of one run. */
export interface Permissions {
  /** Whether any request can be allowed. */
  readonly canAllow: boolean;
  /** @returns the id of the chosen option; undefined for no */
  decide(request: PermissionRequest): Promise<string | undefined>;
}

export const permissionLimits = {
  /** How long a person may take for one answer; after that, the request is refused. */
  timeoutMs: 60_000,
  /** The questions of one run; later requests are refused. */
  questions: 50,
  titleLength: 300,
  detailLength: 20_000,
} as const;

interface PermissionsOptions extends PermissionSettings {
  readonly signal: AbortSignal;
  /** Stops the clock of the run while a person decides; the returned function starts it again. */
  readonly pause: () => () => void;
  readonly onAsked: (permission: AskedPermission) => void;
}

export function createPermissions({ allows = [], ask, signal, pause, onAsked }: PermissionsOptions): Permissions {
  const allowedKinds = new Set(allows);
  let questions = 0;

  async function askPerson(person: AskPerson, request: PermissionRequest): Promise<PermissionDecision> {
    const timeoutController = new AbortController();
    const giveUp = () => timeoutController.abort();
    const timer = setTimeout(giveUp, permissionLimits.timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    const resume = pause();
    const tooLate = new Promise<PermissionDecision>((resolve) => {
      timeoutController.signal.addEventListener('abort', () => resolve({ kind: 'none' }), { once: true });
    });
    try {
      return await Promise.race([person(request, timeoutController.signal), tooLate]);
    } finally {
      resume();
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      giveUp();
    }
  }

  return {
    canAllow: ask !== undefined || allowedKinds.size > 0,
    async decide(permissionRequest) {
      const request = makeReadable(permissionRequest);
      const { kind, title, options } = request;
      const note = (by: AskedPermission['by'], isAllowed: boolean) => onAsked({ kind, title, isAllowed, by });
      const yes = options.find(({ isYes }) => isYes);
      if (allowedKinds.has(kind) && yes) {
        note('setting', true);
        return yes.id;
      }
      if (!ask || signal.aborted || questions >= permissionLimits.questions) {
        note('setting', false);
        return undefined;
      }
      questions++;
      const decision = await askPerson(ask, request);
      if (decision.kind === 'none') {
        note('time', false);
        return undefined;
      }
      const option = options.find(({ id }) => id === decision.id);
      if (option?.isYes && decision.forRun) allowedKinds.add(kind);
      note('person', option?.isYes === true);
      return option?.id;
    },
  };
}

/** Removes characters that hide or reorder text, and shortens texts that are too long to read. */
function makeReadable(request: PermissionRequest): PermissionRequest {
  const { title, detail, options } = request;
  const line = (text: string) => exactLine(text.replace(/\s+/g, ' ').trim()).slice(0, permissionLimits.titleLength);
  return {
    ...request,
    title: line(title),
    detail: detail && exactCode(detail).slice(0, permissionLimits.detailLength),
    options: options.map((option) => ({ ...option, name: line(option.name) })),
  };
}

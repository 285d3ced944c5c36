import type { CallName, Handlers } from '../contract/contract.ts';
import { WorkbenchError } from '../model/errors.ts';

type ArrangeCall = Extract<CallName, `${'list' | 'catalogue' | 'server' | 'changes'}.${string}` | 'definition.move'>;

/** The verbs that change the shape of a workspace. */
export function arrangeHandlers(): Pick<Handlers, ArrangeCall> {
  const soon = async (): Promise<never> => {
    throw new WorkbenchError('unavailable', 'This cannot be done yet: edit the file as text.');
  };
  return {
    'definition.move': soon,
    'list.move': soon,
    'list.add': soon,
    'list.create': soon,
    'list.duplicate': soon,
    'list.remove': soon,
    'list.rename': soon,
    'list.share': soon,
    'list.localise': soon,
    'catalogue.list': soon,
    'catalogue.rename': soon,
    'catalogue.delete': soon,
    'server.create': soon,
    'server.delete': soon,
    'server.copy': soon,
    'changes.revert': soon,
  };
}

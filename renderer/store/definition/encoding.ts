/** Files in another encoding than UTF-8: shown read-only until a person converts them. */
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from './definition.ts';
import { openView } from './drafts.ts';

export interface EncodingActions {
  /** Converts the open file to UTF-8. A notice names the backup of the old bytes. */
  convertToUtf8(): Promise<void>;
}

export function createEncodingActions(
  { host, get, inform, orNotice }: StoreContext,
  { inTurn, reopen }: Pick<DefinitionActions, 'inTurn' | 'reopen'>,
): EncodingActions {
  return {
    async convertToUtf8() {
      const view = openView(get());
      if (view?.encoding === undefined) return;
      const { file, version } = view;
      const outcome = await orNotice(inTurn(() => host.call('file.convert', { file, version })));
      if (outcome) inform(`${file} is now UTF-8; the original is in ${outcome.originalFile}.`);
      await reopen();
    },
  };
}

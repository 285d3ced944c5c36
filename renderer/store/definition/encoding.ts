/** A file in another encoding than UTF-8, which is shown and not written until a person has it converted. */
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from './definition.ts';
import { openView } from './drafts.ts';

export interface EncodingActions {
  /** Makes UTF-8 of the open file, as it is shown. A notice tells where its former bytes are. */
  convertToUtf8(): Promise<void>;
}

export function createEncodingActions(
  { host, get, notify, orNotice }: StoreContext,
  { inTurn, reopen }: Pick<DefinitionActions, 'inTurn' | 'reopen'>,
): EncodingActions {
  return {
    async convertToUtf8() {
      const view = openView(get());
      if (view?.encoding === undefined) return;
      const { file, version } = view;
      const done = await orNotice(inTurn(() => host.call('file.convert', { file, version })));
      if (done) notify(`${file} is written in UTF-8 now; what it held before is in ${done.kept}.`);
      await reopen();
    },
  };
}

/** Keeps unsaved edits that conflict with the disk in the history, so that neither a choice nor a crash loses them. */
import type { Input } from '../../../src/contract/contract.ts';
import type { StoreContext } from '../context.ts';
import type { Draft } from '../state/definition.ts';

/**
 * Creates `keepMine`. It keeps the unsaved edits of a file as one version for each conflict, even while a person keeps typing.
 * It rejects if the history cannot keep them.
 */
export function createKeepMine({ host, get }: Pick<StoreContext, 'host' | 'get'>) {
  /** By file, the draft of the current conflict that the history has. */
  const keptDrafts = new Map<string, { readonly draft: Draft; readonly id: string | undefined }>();

  async function keepMine(file: string): Promise<void> {
    for (;;) {
      const draft = get().drafts[file];
      const knownDraft = keptDrafts.get(file);
      if (!draft || draft === knownDraft?.draft) return;
      const { id } = await host.call('history.keep', {
        file,
        mine: mineOf(draft),
        ...(knownDraft?.id !== undefined && { id: knownDraft.id }),
      });
      keptDrafts.set(file, { draft, id });
    }
  }

  /** Ends the conflict of a file. The next one gets another version. */
  function endConflict(file: string): void {
    keptDrafts.delete(file);
  }

  return { keepMine, endConflict };
}

function mineOf({ yaml, edits }: Draft): Input<'history.keep'>['mine'] {
  if (yaml) return { kind: 'text', text: yaml.text };
  const values = Object.values(edits).map(({ at, after }) => ({ at, ...(after === undefined ? {} : { after }) }));
  return { kind: 'values', values };
}

import type { CallName, ChangeSet, Handlers } from '../../contract/contract.ts';
import { duplicateEntry, localiseEntry, shareEntry } from '../../library/arrange/between-list-and-catalogue.ts';
import { deleteFromCatalogue, renameInCatalogue } from '../../library/arrange/change-catalogue.ts';
import { addEntry, createEntry, moveEntry, removeEntry, renameEntry } from '../../library/arrange/change-list.ts';
import { copyServer, createServer, deleteServer } from '../../library/arrange/change-servers.ts';
import { createPrompt } from '../../library/arrange/create-prompt.ts';
import type { Library, Plan } from '../../library/types.ts';
import { editOutcome, location } from './answers.ts';
import { catalogueView } from './catalogue-view.ts';

type ArrangeCall = Extract<
  CallName,
  `${'list' | 'catalogue' | 'server' | 'changes'}.${string}` | 'definition.move' | 'prompt.create'
>;

/** The calls that change lists, the catalogue and servers. */
export function arrangeHandlers(library: Library): Pick<Handlers, ArrangeCall> {
  const by =
    <I>(planOf: (input: I) => Plan) =>
    async (input: I): Promise<ChangeSet> => {
      const { changes, location: place, ...done } = await library.arrange(planOf(input));
      return { ...done, changes: [...changes], ...(place && { location: location(place) }) };
    };
  return {
    'definition.move': async ({ file, at, from, to }) => editOutcome([], await library.moveItem(file, at, from, to)),
    'prompt.create': by(createPrompt),
    'list.move': by(moveEntry),
    'list.add': by(addEntry),
    'list.create': by(createEntry),
    'list.duplicate': by(duplicateEntry),
    'list.remove': by(removeEntry),
    'list.rename': by(renameEntry),
    'list.share': by(shareEntry),
    'list.localise': by(localiseEntry),
    'catalogue.list': async ({ list }) => catalogueView(library.snapshot(), list),
    'catalogue.rename': by(renameInCatalogue),
    'catalogue.delete': by(deleteFromCatalogue),
    'server.create': by(createServer),
    'server.delete': by(deleteServer),
    'server.copy': by(copyServer),
    'changes.revert': async ({ changes }) => {
      await library.revert(changes);
      return {};
    },
  };
}

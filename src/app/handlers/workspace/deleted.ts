/** The calls of the list “Recently deleted”. */
import { WorkbenchError } from '../../../base/errors.ts';
import { isJsonObject } from '../../../base/json.ts';
import { formatCount } from '../../../base/text/format-count.ts';
import type { DeletedItem, Handlers } from '../../../contract/contract.ts';
import { definitionPath } from '../../../files/workspace-paths.ts';
import { restoreDeleted } from '../../../library/arrange/restore.ts';
import type { DeletedItem as Deleted } from '../../../library/history/deleted.ts';
import type { History } from '../../../library/history/history.ts';
import type { Library } from '../../../library/types.ts';
import { changeSetView } from '../answers.ts';

export function deletedHandlers(
  library: Library,
  history: Pick<History, 'deleted'>,
): Pick<Handlers, 'deleted.list' | 'deleted.restore'> {
  return {
    'deleted.list': async () => (await history.deleted()).map(itemView),
    async 'deleted.restore'({ id }) {
      const deletion = (await history.deleted()).find((deletedItem) => deletedItem.id === id);
      if (!deletion)
        throw new WorkbenchError('not-found', 'This was restored already, or is no longer in the history.');
      return changeSetView(await library.arrange(restoreDeleted(deletion)));
    },
  };
}

function itemView({ id, kind, name, when, at, file, lists = [], value }: Deleted): DeletedItem {
  const data = isJsonObject(value) ? value : {};
  const { Name: ownName, Title: title } = data;
  const listedBy = [...new Set(lists.map((list) => definitionPath(list.file).name))];
  const contents = kind === 'server' ? contentsOf(data) : undefined;
  return {
    id,
    kind,
    name: typeof ownName === 'string' && ownName !== '' ? ownName : name,
    ...(typeof title === 'string' && title !== '' && { title }),
    when: new Date(when).toISOString(),
    ...(at && { server: definitionPath(file).name }),
    listedBy,
    ...(contents !== undefined && { contents }),
  };
}

/** The definitions inside a server; those that it lists by name are not deleted with it. */
function contentsOf({ MCPPrompts, Tools }: { readonly MCPPrompts?: unknown; readonly Tools?: unknown }) {
  const count = (list: unknown) => (Array.isArray(list) ? list.filter(isJsonObject).length : 0);
  const counts = [
    { count: count(MCPPrompts), noun: 'prompt' },
    { count: count(Tools), noun: 'tool' },
  ].filter((item) => item.count > 0);
  return counts.length > 0 ? counts.map((count) => formatCount(count.count, count.noun)).join(' and ') : undefined;
}

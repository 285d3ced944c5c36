import { LibraryBig, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { isObject, type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { EntryList } from './list/EntryList.tsx';
import styles from './OfferedPrompts.module.css';
import { strings } from './strings.ts';

const CatalogueDialog = lazyView(() => import('./catalogue/CatalogueDialog.tsx'));
const NewPromptDialog = lazyView(() => import('../shell/list/NewPromptDialog.tsx'));

/** The list of a server's prompts, with buttons to add to it. */
export function OfferedPrompts({ server, at }: { server: ServerSummary; at: KeyPath }) {
  const [dialog, setDialog] = useState<'catalogue' | 'new'>();
  const close = () => setDialog(undefined);
  // The row of an entry shows its own problems.
  const problems = useProblemsAt(at).filter((problem) => problem.at.length === at.length);
  const listData = useWorkbench((state) => valueIn(state, at));
  const isEmpty = server.prompts.length === 0;
  const isUnread = isEmpty && Array.isArray(listData) && listData.length > 0;
  const add = (
    <Button variant={isEmpty ? 'plain' : 'quiet'} onPress={() => setDialog('catalogue')}>
      <LibraryBig size={14} />
      Add existing prompt
    </Button>
  );
  const create = (
    <Button variant={isEmpty ? 'primary' : 'quiet'} onPress={() => setDialog('new')}>
      <Plus size={14} />
      New prompt
    </Button>
  );
  return (
    <>
      <FieldProblems problems={problems} />
      {isUnread ? (
        <UnreadList entries={listData} />
      ) : isEmpty ? (
        <EmptyState
          title="No prompts yet"
          place={pathKey(at)}
          actions={
            <>
              {create}
              {add}
            </>
          }
        >
          {strings.noPrompts}
        </EmptyState>
      ) : (
        <EntryList
          server={server}
          list="prompts"
          actions={
            <>
              {add}
              {create}
            </>
          }
        />
      )}
      <Suspense>
        {dialog === 'catalogue' && <CatalogueDialog server={server.name} onClose={close} />}
        {dialog === 'new' && <NewPromptDialog onClose={close} />}
      </Suspense>
    </>
  );
}

/** The raw entries of a list, while an error in the server prevents reading it. */
function UnreadList({ entries }: { entries: readonly Json[] }) {
  return (
    <>
      <Notice tone="warning" title="This server isn't served">
        {strings.fixServer}
      </Notice>
      <ol className={styles.entries}>
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be doubled, and are only shown.
          <li key={place} className={styles.entry}>
            <code>{nameOf(entry) ?? `Prompt ${place + 1}`}</code>
          </li>
        ))}
      </ol>
    </>
  );
}

function nameOf(entry: Json): string | undefined {
  if (typeof entry === 'string') return entry;
  return isObject(entry) && typeof entry.Name === 'string' ? entry.Name : undefined;
}

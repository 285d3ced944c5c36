import { LibraryBig, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import type { ServerSummary } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { EntryList } from './list/EntryList.tsx';
import { strings } from './strings.ts';

const CatalogueDialog = lazyView(() => import('./catalogue/CatalogueDialog.tsx'));
const NewToolDialog = lazyView(() => import('./NewToolDialog.tsx'));

/** The list of a server's tools, with buttons to add to it. */
export function OfferedTools({ server, at }: { server: ServerSummary; at: KeyPath }) {
  const [dialog, setDialog] = useState<'catalogue' | 'new'>();
  const close = () => setDialog(undefined);
  const { editAsStep } = useWorkbenchActions();
  // The row of an entry shows its own problems.
  const problems = useProblemsAt([...at, 'Tools']).filter((problem) => problem.at.length === at.length + 1);
  const asTools = useWorkbench((state) => valueIn(state, [...at, 'PromptsAsTools']) === true);
  const isEmpty = server.tools.length === 0;
  const actions = (
    <>
      <Button variant={isEmpty ? 'plain' : 'quiet'} onPress={() => setDialog('catalogue')}>
        <LibraryBig size={14} />
        Add existing tool
      </Button>
      <Button variant={isEmpty ? 'primary' : 'quiet'} onPress={() => setDialog('new')}>
        <Plus size={14} />
        New tool
      </Button>
    </>
  );
  return (
    <>
      <FieldProblems problems={problems} />
      {isEmpty ? (
        <EmptyState title="No tools yet" actions={actions}>
          {strings.noTools}
        </EmptyState>
      ) : (
        <EntryList server={server} list="tools" actions={actions} />
      )}
      <Checkbox
        isSelected={asTools}
        onChange={(isSelected) => editAsStep([...at, 'PromptsAsTools'], isSelected ? true : undefined)}
      >
        Also offer every prompt as a tool, for clients that show no prompts
      </Checkbox>
      <Suspense>
        {dialog === 'catalogue' && <CatalogueDialog server={server.name} list="tools" onClose={close} />}
        {dialog === 'new' && <NewToolDialog server={server.name} onClose={close} />}
      </Suspense>
    </>
  );
}

import { ListPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { nearestName } from '../../../../src/base/text/near-names.ts';
import type { DeletedItem } from '../../../../src/contract/contract.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { TokenField } from '../../../components/fields/TokenField.tsx';
import { Row } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';

const selectSourceNames = ({ sources }: WorkbenchState) => sources.list.map(({ name }) => name);

/** The names of the sources to search, with a menu of those available. */
export function SourcesField({ at }: { at: KeyPath }) {
  const knownNames = useWorkbench(selectSourceNames);
  const value = useWorkbench((state) => valueIn(state, at));
  const { editAsStep, flush, openOverlay } = useWorkbenchActions();
  const listedNames = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  const otherNames = knownNames.filter((name) => !listedNames.includes(name));
  const write = (names: readonly string[]) => {
    editAsStep(at, [...names]);
    inBackground(flush());
  };
  const corrections = new Map(
    listedNames.flatMap((name): [string, string][] => {
      const suggestion = knownNames.includes(name) ? undefined : nearestName(name, otherNames);
      return suggestion === undefined ? [] : [[name, suggestion]];
    }),
  );
  const missingNames = listedNames.filter((name) => !knownNames.includes(name));
  return (
    <>
      <TokenField
        label="Sources"
        noun="source"
        placeholder={listedNames.length === 0 ? 'Type the name of a source' : 'Add a source'}
        place={pathKey(at)}
        tokens={listedNames}
        suggestions={knownNames}
        completes
        corrections={corrections}
        problems={useProblemsAt(at)}
        onChange={write}
        aside={
          <ActionMenu
            label="Add a source"
            icon={<ListPlus size={15} />}
            actions={() => [
              ...(otherNames.length > 0
                ? [otherNames.map((name) => ({ label: name, onAction: () => write([...listedNames, name]) }))]
                : []),
              [{ label: 'New source', onAction: () => openOverlay('new-source') }],
            ]}
          />
        }
      />
      {missingNames.length > 0 && <RestoreSources key={missingNames.join()} names={missingNames} />}
    </>
  );
}

/** Buttons for the missing sources that were deleted in this workspace. */
function RestoreSources({ names }: { names: readonly string[] }) {
  const { listDeleted, restoreSource } = useWorkbenchActions();
  const [deletedItems, setDeletedItems] = useState<readonly DeletedItem[]>([]);
  useEffect(() => {
    let isWanted = true;
    inBackground(listDeleted().then((items) => isWanted && setDeletedItems(items)));
    return () => {
      isWanted = false;
    };
  }, [listDeleted]);
  const foundSources = names.flatMap(
    (name) => deletedItems.find((item) => item.kind === 'source' && item.name === name) ?? [],
  );
  if (foundSources.length === 0) return null;
  return (
    <Row wrap gap={1}>
      {foundSources.map(({ id, name }) => (
        <Button key={id} onPress={() => inBackground(restoreSource(id))}>
          {`Restore ${name}`}
        </Button>
      ))}
    </Row>
  );
}

import { ListPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { nearestName } from '../../../../src/base/near-names.ts';
import type { DeletedItem } from '../../../../src/contract/contract.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { TokenField } from '../../../components/controls/TokenField.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { textOfBlock } from '../../../store/content/blocks.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import { TextSource, TextSwitch } from '../text/TextSource.tsx';
import { BudgetField } from './BudgetField.tsx';

interface SearchFieldsProps {
  readonly at: KeyPath;
  readonly label: string;
}

/** The fields of a search, as a block or as a prompt's whole content. */
export default function SearchFields({ at, label }: SearchFieldsProps) {
  const queryAt = [...at, 'Query'];
  const form = textOfBlock(
    useWorkbench((state) => valueIn(state, queryAt)),
    queryAt,
  ) ?? { at: queryAt, textAt: queryAt, isTemplate: false };
  return (
    <Stack gap={2}>
      <Sources at={[...at, 'Sources']} />
      <Row align="center" justify="between" gap={2}>
        <Text as="span" tone="soft" size="s" weight="medium">
          Query
        </Text>
        <TextSwitch form={form} label={`${label} query`} />
      </Row>
      <TextSource form={form} label={`${label} query`} />
      <BudgetField at={[...at, 'Budget']} />
      <Text tone="faint" size="s">
        {strings.aboutSearch}
      </Text>
    </Stack>
  );
}

const selectSourceNames = ({ sources }: WorkbenchState) => sources.list.map(({ name }) => name);

/** The names of the sources to search, with a menu of those available. */
function Sources({ at }: { at: KeyPath }) {
  const known = useWorkbench(selectSourceNames);
  const value = useWorkbench((state) => valueIn(state, at));
  const { editAsStep, flush } = useWorkbenchActions();
  const listed = (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
  const others = known.filter((name) => !listed.includes(name));
  const write = (names: readonly string[]) => {
    editAsStep(at, [...names]);
    inBackground(flush());
  };
  const corrections = new Map(
    listed.flatMap((name): [string, string][] => {
      const near = known.includes(name) ? undefined : nearestName(name, others);
      return near === undefined ? [] : [[name, near]];
    }),
  );
  const missing = listed.filter((name) => !known.includes(name));
  return (
    <>
      <TokenField
        label="Sources"
        noun="source"
        placeholder={listed.length === 0 ? 'Type the name of a source' : 'Add a source'}
        place={pathKey(at)}
        tokens={listed}
        suggestions={known}
        completes
        corrections={corrections}
        problems={useProblemsAt(at)}
        onChange={write}
        aside={
          <ActionMenu
            label="Add a source"
            icon={<ListPlus size={15} />}
            isDisabled={others.length === 0}
            actions={() => [others.map((name) => ({ label: name, onAction: () => write([...listed, name]) }))]}
          />
        }
      />
      {missing.length > 0 && <RestoreSources key={missing.join()} names={missing} />}
    </>
  );
}

/** Buttons for the missing sources that were deleted in this workspace. */
function RestoreSources({ names }: { names: readonly string[] }) {
  const { listDeleted, restoreSource } = useWorkbenchActions();
  const [deleted, setDeleted] = useState<readonly DeletedItem[]>([]);
  useEffect(() => {
    let isWanted = true;
    inBackground(listDeleted().then((items) => isWanted && setDeleted(items)));
    return () => {
      isWanted = false;
    };
  }, [listDeleted]);
  const found = names.flatMap((name) => deleted.find((item) => item.kind === 'source' && item.name === name) ?? []);
  if (found.length === 0) return null;
  return (
    <Row wrap gap={1}>
      {found.map(({ id, name }) => (
        <Button key={id} onPress={() => inBackground(restoreSource(id))}>
          {`Restore ${name}`}
        </Button>
      ))}
    </Row>
  );
}

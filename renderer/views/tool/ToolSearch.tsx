import type { KeyPath } from '../../../src/base/json.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { BudgetField } from '../prompt/messages/BudgetField.tsx';
import SearchFields from '../prompt/messages/SearchFields.tsx';
import { SourcesField } from '../prompt/messages/SourcesField.tsx';
import { strings } from './strings.ts';

/** The search that answers a call of a tool. */
export function ToolSearch({ at }: { at: KeyPath }) {
  return (
    <SearchFields
      at={at}
      label="Search"
      below={
        <>
          <Options at={[...at, 'Options']} />
          <Structured at={[...at, 'Structured']} />
        </>
      }
    />
  );
}

/** Whether a model may limit the search. A list of options is some of them. */
function Options({ at }: { at: KeyPath }) {
  const value = useWorkbench((state) => valueIn(state, at));
  const { editAsStep } = useWorkbenchActions();
  return (
    <>
      <Checkbox
        isSelected={value === undefined || value === null}
        isIndeterminate={Array.isArray(value) && value.length > 0}
        onChange={(isSelected) => editAsStep(at, isSelected ? undefined : false)}
      >
        {strings.searchOptions}
      </Checkbox>
      <FieldProblems problems={useProblemsAt(at)} />
    </>
  );
}

function Structured({ at }: { at: KeyPath }) {
  const isSelected = useWorkbench((state) => valueIn(state, at) === true);
  const { editAsStep } = useWorkbenchActions();
  return (
    <>
      <Checkbox isSelected={isSelected} onChange={(isChosen) => editAsStep(at, isChosen ? true : undefined)}>
        {strings.structuredResults}
      </Checkbox>
      {isSelected && (
        <Text tone="faint" size="s">
          {strings.structuredHidesText}
        </Text>
      )}
      <FieldProblems problems={useProblemsAt(at)} />
    </>
  );
}

/** The sources whose pages a tool reads. */
export function ToolRead({ at }: { at: KeyPath }) {
  return (
    <Stack gap={2}>
      <SourcesField at={[...at, 'Sources']} />
      <BudgetField at={[...at, 'Budget']} />
      <Text tone="faint" size="s">
        {strings.aboutReading}
      </Text>
    </Stack>
  );
}

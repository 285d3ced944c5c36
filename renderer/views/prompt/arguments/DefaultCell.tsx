import type { KeyPath } from '../../../../src/base/json.ts';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { SmallSelect } from '../../../components/controls/SmallSelect.tsx';
import { choicesOf, kindOf } from '../../../store/arguments/kinds.ts';
import type { Json } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { CellField, cellOf } from './CellField.tsx';
import styles from './DefaultCell.module.css';

/** The default value of an argument, in the control of its kind. A value that the control cannot show stays text. */
export function DefaultCell({ at, isRequired }: { at: KeyPath; isRequired: boolean }) {
  const place = [...at, 'Default'];
  const field = useDefinitionField(place, { removesWhenEmpty: true });
  const { editAsStep } = useWorkbenchActions();
  const argument = useWorkbench((state) => valueIn(state, at));
  const rawValue = useWorkbench((state) => valueIn(state, place));
  const kind = kindOf(argument);
  const isText = rawValue === undefined || typeof rawValue === 'string';
  const chosenValues = kind === 'choices' ? chosenIn(rawValue, argument) : undefined;
  if (chosenValues) {
    const write = (values: readonly string[]) => editAsStep(place, values.length === 0 ? undefined : [...values]);
    return <ManyChoices argument={argument} chosenValues={chosenValues} place={field.place} onChange={write} />;
  }
  if (kind !== 'choice' && kind !== 'boolean') {
    const isDate = kind === 'date' && isText && /^(\d{4}-\d\d-\d\d)?$/.test(field.value);
    const placeholder = isRequired ? 'None' : 'Empty';
    return <CellField label="Default" placeholder={placeholder} {...(isDate && { type: 'date' })} {...cellOf(field)} />;
  }
  const knownChoices =
    kind === 'choice'
      ? choicesOf(argument).map(({ value, title }) => ({ value, label: title ?? value }))
      : [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ];
  const otherChoices = field.value === '' || knownChoices.some(({ value }) => value === field.value) ? [] : [field];
  const options = [
    { value: '', label: 'None' },
    ...knownChoices,
    ...otherChoices.map(({ value }) => ({ value, label: value })),
  ];
  const write = (value: string) =>
    editAsStep(place, value === '' ? undefined : kind === 'boolean' ? value === 'true' : value);
  return (
    <span data-at={field.place} className={styles.chosen}>
      <SmallSelect label="Default" value={field.value} options={options} onChange={write} />
    </span>
  );
}

/** The values of a list, or of text with commas between choices; undefined for other text. */
function chosenIn(rawValue: Json | undefined, argument: Json | undefined): readonly string[] | undefined {
  if (Array.isArray(rawValue)) return rawValue.map(String);
  if (rawValue === undefined || rawValue === '') return [];
  const parts = String(rawValue)
    .split(',')
    .map((part) => part.trim());
  return parts.every((part) => choicesOf(argument).some(({ value }) => value === part)) ? parts : undefined;
}

interface ManyChoicesProps {
  readonly argument: Json | undefined;
  readonly chosenValues: readonly string[];
  /** The path of the default (`pathKey`). */
  readonly place: string;
  readonly onChange: (chosenValues: readonly string[]) => void;
}

function ManyChoices({ argument, chosenValues, place, onChange }: ManyChoicesProps) {
  const knownChoices = choicesOf(argument);
  const otherValues = chosenValues.filter((chosenValue) => !knownChoices.some(({ value }) => value === chosenValue));
  const allChoices = [...knownChoices, ...otherValues.map((value) => ({ value, title: value }))];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div role="group" aria-label="Default" data-at={place} className={styles.boxes}>
      {allChoices.map(({ value, title = value }) => (
        <Checkbox
          key={value}
          isSelected={chosenValues.includes(value)}
          onChange={(isChosen) =>
            onChange(
              allChoices
                .map((choice) => choice.value)
                .filter((item) => (item === value ? isChosen : chosenValues.includes(item))),
            )
          }
        >
          {title}
        </Checkbox>
      ))}
    </div>
  );
}

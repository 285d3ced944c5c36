/** The cells of a property's row. */
import { GripVertical, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { freeName } from '../../../src/model/file-names.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { cx } from '../../components/cx.ts';
import { type FieldProblem, FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { keysText } from '../../components/overlay/keys.ts';
import type { RowHandlers } from '../../components/reorder/useReorder.ts';
import {
  defaultOf,
  defaultText,
  hasDefault,
  kindOf,
  nodeKindLabels,
  nodeKinds,
  type PropertyEntry,
  withKey,
  withKind,
} from '../../store/content/schema/schema-edit.ts';
import type { Json, JsonObject } from '../../store/definition/json.ts';
import argument from '../prompt/arguments/ArgumentRow.module.css';
import { CellField } from '../prompt/arguments/CellField.tsx';
import styles from './PropertyList.module.css';
import { strings } from './strings.ts';

export interface PropertyCellsProps {
  readonly entry: PropertyEntry;
  /** The hue of its slots; undefined for values that have none. */
  readonly thread: number | undefined;
  /** Its name gets the focus, with the text selected. */
  readonly isNew: boolean;
  /** Names of the other properties. */
  readonly takenNames: readonly string[];
  readonly onChange: (entry: PropertyEntry) => void;
  readonly onRemove: () => void;
  readonly gripProps: ReturnType<RowHandlers['gripProps']>;
}

/** The handle, name, description, default and kind of a property. */
export function PropertyCells({ entry, thread, isNew, takenNames, onChange, onRemove, gripProps }: PropertyCellsProps) {
  const { name, schema, isRequired } = entry;
  const kind = kindOf(schema);
  const input = useRef<HTMLInputElement>(null);
  const problemsId = useId();
  const draft = useNameDraft({
    name,
    check: (typedText) => nameProblem(typedText, takenNames),
    onCommit: (typedText) => onChange({ ...entry, name: typedText }),
  });
  const change = (next: JsonObject) => onChange({ ...entry, schema: next });
  const choices = Array.isArray(schema.enum) ? schema.enum : [];
  useEffect(() => {
    if (!isNew) return;
    input.current?.focus();
    input.current?.select();
  }, [isNew]);
  return (
    <>
      <button
        type="button"
        className={argument.grip}
        aria-label={`Move ${name}`}
        title={`Drag, or press ${keysText('Alt+ArrowUp')} and ${keysText('Alt+ArrowDown')}`}
        {...gripProps}
      >
        <GripVertical size={14} />
      </button>
      <div className={argument.name}>
        {thread !== undefined && <span aria-hidden="true" className={argument.mark} />}
        <CellField
          label="Name"
          mono
          placeholder="name"
          input={input}
          {...draft.field}
          isInvalid={draft.problem?.severity === 'error'}
          describedBy={problemsId}
        />
      </div>
      <div className={argument.description}>
        <CellField
          label={`Description of ${name}`}
          multiline
          placeholder="What to enter"
          value={textOf(schema.description)}
          onChange={(text) => change(withKey(schema, 'description', text === '' ? undefined : text))}
        />
      </div>
      <div className={argument.default}>
        {hasDefault(kind) && (
          <>
            <span aria-hidden="true" className={cx(argument.label, styles.label)}>
              Default
            </span>
            <CellField
              label={`Default of ${name}`}
              mono
              placeholder="None"
              value={defaultText(schema)}
              onChange={(text) => change(withKey(schema, 'default', defaultOf(kind, text, choices)))}
            />
          </>
        )}
      </div>
      <div className={styles.kind}>
        <Choice
          label={`Kind of ${name}`}
          hidesLabel
          value={kind}
          options={kind === 'other' ? ['other', ...nodeKinds] : nodeKinds}
          labels={nodeKindLabels}
          onChange={(chosenType) => {
            const next = nodeKinds.find((nodeKind) => nodeKind === chosenType);
            if (next && next !== kind) change(withKind(schema, next));
          }}
        />
      </div>
      <div className={argument.required}>
        <Checkbox isSelected={isRequired} onChange={(isChecked) => onChange({ ...entry, isRequired: isChecked })}>
          Required
        </Checkbox>
      </div>
      <div className={argument.remove}>
        <IconButton label={`Remove ${name}`} onPress={onRemove}>
          <Trash2 size={14} />
        </IconButton>
      </div>
      <div id={problemsId} className={argument.problems}>
        <FieldProblems problems={draft.problem ? [draft.problem] : []} onFree={draft.commit} />
      </div>
    </>
  );
}

function nameProblem(name: string, takenNames: readonly string[]): FieldProblem | undefined {
  if (name === '') return { severity: 'error', message: strings.nameMissing };
  if (!takenNames.includes(name)) return undefined;
  return { severity: 'error', message: strings.nameInUse, free: freeName(name, takenNames) };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

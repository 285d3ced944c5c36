import { type ReactNode, useRef } from 'react';
import { assertNever } from '../../../../src/base/assert-never.ts';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { inBackground } from '../../../in-background.ts';
import { selectSlotArguments } from '../../../store/arguments/argument-selectors.ts';
import { isObject, type Json } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import { useParsedField } from '../../editor/useParsedField.ts';

type Kind = 'none' | 'values' | 'files' | 'function';

const kinds = [
  { value: 'none', label: 'Nothing' },
  { value: 'values', label: 'Values' },
  { value: 'files', label: 'Files' },
  { value: 'function', label: 'Function' },
] as const;

/** The initial value of each kind. */
const beginnings: Readonly<Record<Kind, Json | undefined>> = {
  none: undefined,
  values: [],
  files: { Files: '**/*' },
  function: { Function: "(value, args) => ['one', 'two'].filter((each) => each.startsWith(value))" },
};

/** The values that clients suggest for the argument. */
export default function CompletionEditor({ at }: { at: KeyPath }) {
  const kind = useWorkbench((state) => kindOf(valueIn(state, at)));
  const { restructure } = useWorkbenchActions();
  const problems = useProblemsAt(at);
  /** The value of each kind before the person chose another. */
  const formerValues = useRef<Partial<Record<Kind, Json | undefined>>>({});
  const choose = (next: Kind) =>
    restructure(at, (before) => {
      formerValues.current[kind] = before;
      return formerValues.current[next] ?? beginnings[next];
    });
  return (
    <Stack gap={2}>
      <Row align="center" justify="between" wrap rowGap="3px" gap={2}>
        <Text as="span" tone="soft" size="s" weight="medium">
          Suggestions
        </Text>
        <Segmented label="Suggestions" value={kind} options={kinds} onChange={(next) => inBackground(choose(next))} />
      </Row>
      <Editor kind={kind} at={at} />
      <FieldProblems problems={problems} />
    </Stack>
  );
}

function kindOf(value: Json | undefined): Kind {
  if (Array.isArray(value)) return 'values';
  if (!isObject(value)) return 'none';
  return value.Function === undefined ? 'files' : 'function';
}

function Editor({ kind, at }: { kind: Kind; at: KeyPath }): ReactNode {
  switch (kind) {
    case 'none':
      return null;
    case 'values':
      return <Values at={at} />;
    case 'files':
      return <FilePattern at={[...at, 'Files']} />;
    case 'function':
      return <CompletionFunction at={[...at, 'Function']} />;
    default:
      return assertNever(kind);
  }
}

/** One value per line; empty lines do not count. */
function Values({ at }: { at: KeyPath }) {
  const { problems: _, ...field } = useParsedField(at, lines);
  return <Field label="Values, one per line" hidesLabel placeholder="One value per line" multiline {...field} />;
}

const lines = {
  print: (value: Json | undefined) => (Array.isArray(value) ? value : []).map(String).join('\n'),
  parse: (text: string) => text.split('\n').filter((line) => line.trim() !== ''),
};

function FilePattern({ at }: { at: KeyPath }) {
  const { problems: _, ...field } = useDefinitionField(at);
  return <Field label="Pattern for workspace files" hidesLabel mono placeholder="docs/**/*.md" {...field} />;
}

const parameters = ['value', 'args', 'context'] as const;

function CompletionFunction({ at }: { at: KeyPath }) {
  const { problems, ...field } = useDefinitionField(at);
  const slotArguments = useWorkbench(selectSlotArguments);
  return (
    <CodeText
      label="Completion function"
      language="javascript"
      slotArguments={slotArguments}
      parameters={parameters}
      isInvalid={problems.some(({ severity }) => severity === 'error')}
      {...field}
    />
  );
}

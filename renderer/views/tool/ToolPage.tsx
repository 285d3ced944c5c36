import type { KeyPath } from '../../../src/base/json.ts';
import type { ProblemView, ToolSummary } from '../../../src/contract/contract.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { inBackground } from '../../in-background.ts';
import { selectSlotUses } from '../../store/arguments/argument-selectors.ts';
import { entriesOfParameters, propertiesOf, schemaOfParameters } from '../../store/content/schema/schema-edit.ts';
import { toolContentKind } from '../../store/content/schema/tool-content.ts';
import { isObject } from '../../store/definition/json.ts';
import { definitionFixes } from '../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findTool, valueIn } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { Details } from '../editor/Details.tsx';
import { fixLabel } from '../editor/fix-label.ts';
import { ReadOnlyPage } from '../editor/ReadOnlyPage.tsx';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { MissingArguments } from '../prompt/arguments/MissingArguments.tsx';
import facts from '../server/ReadOnly.module.css';
import { whenDrawn } from '../shell/when-drawn.ts';
import { OutputDesigner } from './OutputDesigner.tsx';
import { SchemaDesigner } from './SchemaDesigner.tsx';
import { strings } from './strings.ts';
import { ToolContent } from './ToolContent.tsx';
import styles from './ToolPage.module.css';

/** One tool: its description, its arguments and its answer. */
export default function ToolPage({ at }: { at: KeyPath }) {
  const tool = useWorkbench((state) => findTool(state, state.selection)?.tool);
  if (tool && (tool.builtin || tool.unavailable !== undefined)) return <BuiltinTool tool={tool} />;
  return <Fields at={at} />;
}

function Fields({ at }: { at: KeyPath }) {
  const hints = useProblemsAt([...at, 'Annotations']);
  const hasInput = useWorkbench((state) => hasForm(state, at, 'Parameters', 'InputSchema'));
  const hasOutput = useWorkbench((state) => hasForm(state, at, 'OutputSchema'));
  return (
    <>
      <Details at={at} list="tools" />
      {hasInput && <InputDesigner at={at} />}
      <ToolContent at={[...at, 'Content']} />
      {hasOutput && <OutputDesigner at={[...at, 'OutputSchema']} />}
      <Section title="Hints for clients">
        <ToolHints at={[...at, 'Annotations']} />
        <FieldProblems problems={hints} />
      </Section>
    </>
  );
}

/** The workbench defines the arguments and the answer of a reader; what its author wrote is a problem to show. */
function hasForm(state: WorkbenchState, at: KeyPath, ...keys: readonly string[]): boolean {
  const isReader = toolContentKind(valueIn(state, [...at, 'Content'])) === 'read';
  return !isReader || keys.some((key) => valueIn(state, [...at, key]) !== undefined);
}

/** A built-in tool: people can read it and try it. */
function BuiltinTool({ tool }: { tool: ToolSummary }) {
  const { name, title, description, catalogueName, inputSchema, unavailable } = tool;
  return (
    <ReadOnlyPage name={name} origin="built in">
      <div>
        {title && <Text weight="medium">{title}</Text>}
        {description && <p className={facts.description}>{description}</p>}
      </div>
      {unavailable !== undefined && <Notice tone="info">{unavailable}</Notice>}
      <p className={facts.faint}>{strings.replaceBuiltin(catalogueName ?? name)}</p>
      {inputSchema && (
        <Section title="Input">
          <JsonText label="Input schema" value={inputSchema} />
        </Section>
      )}
    </ReadOnlyPage>
  );
}

const hints = [
  ['ReadOnlyHint', 'Read-only'],
  ['DestructiveHint', 'May delete or overwrite data'],
  ['IdempotentHint', 'Idempotent'],
  ['OpenWorldHint', 'Contacts outside systems, such as the web'],
] as const;

/** Annotations of the tool. Some clients ask a person before they call a destructive tool. */
function ToolHints({ at }: { at: KeyPath }) {
  return (
    <div className={styles.hints}>
      {hints.map(([key, label]) => (
        <Hint key={key} at={[...at, key]} label={label} />
      ))}
    </div>
  );
}

function Hint({ at, label }: { at: KeyPath; label: string }) {
  const isSet = useWorkbench((state) => valueIn(state, at) === true);
  const { editAsStep } = useWorkbenchActions();
  return (
    <Checkbox isSelected={isSet} onChange={(isSelected) => editAsStep(at, isSelected ? true : undefined)}>
      {label}
    </Checkbox>
  );
}

/**
 * The arguments of a tool, written as `Parameters` while those suffice, and otherwise as a full `InputSchema`.
 */
function InputDesigner({ at }: { at: KeyPath }) {
  const parameters = useWorkbench((state) => valueIn(state, [...at, 'Parameters']));
  const schemaData = useWorkbench((state) => valueIn(state, [...at, 'InputSchema']));
  const { editToolInput, editToolArguments, fixProblem } = useWorkbenchActions();
  const problems = [...useProblemsAt([...at, 'Parameters']), ...useProblemsAt([...at, 'InputSchema'])];
  const schema = isObject(schemaData) ? schemaData : schemaOfParameters(parameters);
  const uses = useWorkbench(selectSlotUses);
  const entries = isObject(schemaData) ? propertiesOf(schema) : entriesOfParameters(parameters);
  const names = entries.map(({ name }) => name);
  const fixesOf = (problem: ProblemView) =>
    (problem.subject?.kind === 'default' ? definitionFixes(problem) : []).map((fix) => ({
      label: fixLabel(fix),
      apply: () => inBackground(fixProblem(problem, fix)),
    }));
  // The name is known from the text, so the first field to fill in is the description.
  const describeAdded = async (name: string, isHere: () => boolean) => {
    const selector = `main [aria-label="${CSS.escape(`Description of ${name}`)}"]`;
    const field = await whenDrawn(() => document.querySelector<HTMLElement>(selector), isHere);
    field?.focus();
    return field !== undefined;
  };
  return (
    <>
      <SchemaDesigner
        title="Input"
        noun="argument"
        schema={schema}
        onChange={editToolInput}
        list={{ entries, onChange: editToolArguments }}
        actions={uses && <MissingArguments uses={uses} isFunction={false} names={names} onAdded={describeAdded} />}
      />
      <FieldProblems problems={problems.map((problem) => ({ ...problem, fixes: fixesOf(problem) }))} />
    </>
  );
}

import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import { FieldProblems } from '../../components/controls/FieldProblems.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { findTool } from '../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';
import { IconList } from '../prompt/icons/IconList.tsx';
import { BuiltinTool } from './BuiltinTool.tsx';
import { InputDesigner } from './InputDesigner.tsx';
import { OutputDesigner } from './OutputDesigner.tsx';
import { ToolContent } from './ToolContent.tsx';
import { ToolHints } from './ToolHints.tsx';
import styles from './ToolPage.module.css';

const optional = { removesWhenEmpty: true };

/** One tool: its description, its arguments and its answer. */
export default function ToolPage({ at }: { at: KeyPath }) {
  const tool = useWorkbench((state) => findTool(state, state.selection)?.tool);
  if (tool?.builtin) return <BuiltinTool tool={tool} />;
  return <Fields at={at} />;
}

function Fields({ at }: { at: KeyPath }) {
  const name = useDefinitionField([...at, 'Name']);
  const title = useDefinitionField([...at, 'Title'], optional);
  const description = useDefinitionField([...at, 'Description'], optional);
  const hints = useProblemsAt([...at, 'Annotations']);
  return (
    <>
      <div className={styles.names}>
        <Field label="Name" mono {...name} />
        <Field label="Title" placeholder="Display name" {...title} />
      </div>
      <Field
        label="Description"
        multiline
        placeholder="What it does and when to use it; models choose by this"
        {...description}
      />
      <IconList at={[...at, 'Icons']} />
      <InputDesigner at={at} />
      <ToolContent at={[...at, 'Content']} />
      <OutputDesigner at={[...at, 'OutputSchema']} />
      <Section title="Hints for clients">
        <ToolHints at={[...at, 'Annotations']} />
        <FieldProblems problems={hints} />
      </Section>
    </>
  );
}

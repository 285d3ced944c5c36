import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/controls/Field.tsx';
import { NameField } from '../../components/controls/NameField.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { selectNameClash } from '../../store/content/name-clash.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { selectServer } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { useEntryName } from '../editor/useDefinitionName.ts';
import { ArgumentTable } from './arguments/ArgumentTable.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import { IconList } from './icons/IconList.tsx';
import styles from './PromptForm.module.css';
import { useDroppedFiles } from './useDroppedFiles.ts';

/** Keys whose problems the form shows at their fields. */
export const promptFields = ['Name', 'Title', 'Description', 'Icons', 'Arguments', 'Content'] as const;

/** Whether a server offers its prompts, and so the open one, as tools too. */
function selectIsOfferedAsTool(state: WorkbenchState): boolean {
  return selectServer(state)?.promptsAsTools === true;
}

/** The fields of one prompt. */
export function PromptForm({ at }: { at: KeyPath }) {
  const name = useEntryName(at, 'prompts');
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const clash = useWorkbench(selectNameClash);
  const isTool = useWorkbench(selectIsOfferedAsTool);
  const over = useDroppedFiles([...at, 'Content']);
  return (
    <>
      <div className={styles.names}>
        <NameField label="Name" {...name} problems={clash ? [...name.problems, clash] : name.problems} />
        <Field label="Title" placeholder="Display name" {...title} />
      </div>
      <Field
        label="Description"
        multiline
        placeholder="Its purpose, in one sentence"
        hint={
          isTool &&
          description.value.trim() === '' && (
            <Text as="span" tone="faint" size="xs">
              Add one: a model chooses this prompt’s tool by it.
            </Text>
          )
        }
        {...description}
      />
      <IconList at={[...at, 'Icons']} />
      <ArgumentTable prompt={at} />
      <ContentEditor at={[...at, 'Content']} />
      {over && (
        <p className={styles.drop} aria-hidden="true">
          {over.message === undefined ? 'Drop to add to the prompt' : `Drop to add to message ${over.message + 1}`}
        </p>
      )}
    </>
  );
}

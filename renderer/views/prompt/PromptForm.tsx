import type { KeyPath } from '../../../src/base/json.ts';
import { detailKeys } from '../../store/definition/details.ts';
import { Details } from '../editor/Details.tsx';
import { ArgumentTable } from './arguments/ArgumentTable.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import styles from './PromptForm.module.css';
import { useDroppedFiles } from './useDroppedFiles.ts';

/** Keys whose problems the form shows at their fields. */
export const promptFields: readonly string[] = [...detailKeys, 'Arguments', 'Ask', 'Message', 'Content'];

/** The fields of one prompt. */
export function PromptForm({ at }: { at: KeyPath }) {
  const over = useDroppedFiles([...at, 'Content']);
  return (
    <>
      <Details at={at} list="prompts" />
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

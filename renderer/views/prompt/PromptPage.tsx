import type { KeyPath } from '../../../src/base/json.ts';
import { Details } from '../editor/Details.tsx';
import { ArgumentTable } from './arguments/ArgumentTable.tsx';
import { ContentEditor } from './ContentEditor.tsx';
import styles from './PromptPage.module.css';
import { useDroppedFiles } from './useDroppedFiles.ts';

/** The fields of one prompt. */
export default function PromptPage({ at }: { at: KeyPath }) {
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

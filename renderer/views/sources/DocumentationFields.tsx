import styles from './fields.module.css';
import { LinesField } from './LinesField.tsx';

/** Which files a documentation source reads. */
export function DocumentationFields() {
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <LinesField
          at={['Folders']}
          label="Folders and files"
          description="One in each line: from the workspace’s folder, from ~ or absolute."
          placeholder="For example docs or ~/notes"
        />
      </div>
      <LinesField
        at={['Include']}
        label="Take"
        description="Every format that can be read, unless told."
        placeholder="**/*.md"
        removesWhenEmpty
      />
      <LinesField
        at={['Exclude']}
        label="Leave out"
        description="Patterns of files."
        placeholder="drafts/**"
        removesWhenEmpty
      />
    </div>
  );
}

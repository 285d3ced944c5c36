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
        label="Include"
        description="Patterns of files; without any, every format."
        placeholder="**/*.md"
        removesWhenEmpty
      />
      <LinesField
        at={['Exclude']}
        label="Exclude"
        description="Patterns of files to leave out."
        placeholder="drafts/**"
        removesWhenEmpty
      />
    </div>
  );
}

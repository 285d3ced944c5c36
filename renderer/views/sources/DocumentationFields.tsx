import styles from './fields.module.css';
import { LinesField } from './LinesField.tsx';

/** The files of a documentation source. */
export function DocumentationFields() {
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <LinesField
          at={['Folders']}
          label="Folders and files"
          description="One per line, relative to the workspace folder, from ~ or absolute."
          placeholder="For example docs or ~/notes"
        />
      </div>
      <LinesField
        at={['Include']}
        label="Include"
        description="Patterns of files to include. Default: every supported format."
        placeholder="**/*.md"
        removesWhenEmpty
      />
      <LinesField
        at={['Exclude']}
        label="Exclude"
        description="Patterns of files to exclude."
        placeholder="drafts/**"
        removesWhenEmpty
      />
    </div>
  );
}

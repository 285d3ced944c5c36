import styles from './fields.module.css';
import { LinesField } from './LinesField.tsx';
import { strings } from './strings.ts';

/** The files of a documentation source. */
export function DocumentationFields() {
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <LinesField
          at={['Folders']}
          label="Folders and files"
          description={strings.pathList}
          placeholder="For example docs or ~/notes"
        />
      </div>
      <LinesField
        at={['Include']}
        label="Include"
        description={strings.includePatterns}
        placeholder="**/*.md"
        removesWhenEmpty
      />
      <LinesField
        at={['Exclude']}
        label="Exclude"
        description={strings.excludePatterns}
        placeholder="drafts/**"
        removesWhenEmpty
      />
    </div>
  );
}

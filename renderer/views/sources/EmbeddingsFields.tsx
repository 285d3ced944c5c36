import { Field } from '../../components/fields/Field.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import type { SourceSummary } from '../../store/state/searches.ts';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';
import { useFinishedField } from '../editor/useFinishedField.ts';
import NeedsTrust from '../trust/NeedsTrust.tsx';
import styles from './fields.module.css';
import { strings } from './strings.ts';

const optionalField = { removesWhenEmpty: true };

/** The service that ranks the passages of a source again. Half an address would already ask, so it waits for the whole. */
export function EmbeddingsFields({ source: { embeddings } }: { source: SourceSummary }) {
  const address = useFinishedField(['Embeddings', 'Address'], optionalField);
  const model = useFinishedField(['Embeddings', 'Model'], optionalField);
  const key = useFinishedField(['Embeddings', 'Key'], optionalField);
  const queryPrefix = useDefinitionField(['Embeddings', 'QueryPrefix'], optionalField);
  const passagePrefix = useDefinitionField(['Embeddings', 'PassagePrefix'], optionalField);
  const problems = useProblemsAt(['Embeddings']).filter(({ at }) => at.length === 1);
  const isUsed = address.value !== '' || model.value !== '';
  return (
    <Fold title="Embeddings" summary={embeddings ? embeddings.model : 'off'} opens={isUsed}>
      <div className={styles.fields}>
        <div className={styles.wide}>
          <Text tone="soft">{strings.aboutEmbeddings}</Text>
          <FieldProblems problems={problems} />
          {embeddings && <NeedsTrust subject="This source" pane="editor" needs={embeddings.needs} />}
        </div>
        <div className={styles.pair}>
          <Field label="Service" mono placeholder="http://127.0.0.1:11434/v1" {...address} />
          <Field label="Model" mono placeholder="nomic-embed-text" {...model} />
          <Field label="Key" mono placeholder="OPENAI_API_KEY" description={strings.embeddingsKey} {...key} />
        </div>
        <div className={styles.pair}>
          <Field
            label="Before queries"
            mono
            placeholder="search_query: "
            description={strings.embeddingsPrefix}
            {...queryPrefix}
          />
          <Field label="Before passages" mono placeholder="search_document: " {...passagePrefix} />
        </div>
      </div>
    </Fold>
  );
}

import type { KeyPath } from '../../../../src/base/json.ts';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { Field } from '../../../components/controls/Field.tsx';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import styles from './ArgumentDetails.module.css';
import { CompletionEditor } from './CompletionEditor.tsx';

/** What an argument seldom needs: a name for people, how much of a line it takes, and what is offered while it is typed. */
export function ArgumentDetails({ at, isLast }: { at: KeyPath; isLast: boolean }) {
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const takesRest = useWorkbench((state) => valueIn(state, [...at, 'RestOfLine']) === true);
  const { edit } = useWorkbenchActions();
  return (
    <div className={styles.details}>
      <Field label="Title" placeholder="As people read it" {...title} />
      {/* Elsewhere it has no effect, and can only be taken away. */}
      {(isLast || takesRest) && (
        <Row align="center" wrap rowGap="2px" gap={3}>
          <Checkbox isSelected={takesRest} onChange={(takes) => edit([...at, 'RestOfLine'], takes ? true : undefined)}>
            Takes the rest of the line
          </Checkbox>
          <Text as="span" tone="faint" size="xs">
            Several words, or text in quotes, arrive whole in Claude Code.
          </Text>
        </Row>
      )}
      <CompletionEditor at={[...at, 'Complete']} />
    </div>
  );
}

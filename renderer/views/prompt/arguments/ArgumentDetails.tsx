import type { KeyPath } from '../../../../src/base/json.ts';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { Field } from '../../../components/controls/Field.tsx';
import { Row, Text } from '../../../components/layout/primitives.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import styles from './ArgumentDetails.module.css';
import { CompletionEditor } from './CompletionEditor.tsx';

/** Rarely used settings of an argument: its title, whether it takes the rest of the line, and its completion. */
export function ArgumentDetails({ at, isLast }: { at: KeyPath; isLast: boolean }) {
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const takesRest = useWorkbench((state) => valueIn(state, [...at, 'RestOfLine']) === true);
  const { edit } = useWorkbenchActions();
  return (
    <div className={styles.details}>
      <Field label="Title" placeholder="Display name" {...title} />
      {/* Has an effect on the last argument only; on others it can only be removed. */}
      {(isLast || takesRest) && (
        <Row align="center" wrap rowGap="2px" gap={3}>
          <Checkbox isSelected={takesRest} onChange={(takes) => edit([...at, 'RestOfLine'], takes ? true : undefined)}>
            Takes the rest of the line
          </Checkbox>
          <Text as="span" tone="faint" size="xs">
            {strings.restOfLine}
          </Text>
        </Row>
      )}
      <CompletionEditor at={[...at, 'Complete']} />
    </div>
  );
}

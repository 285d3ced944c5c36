import type { ImportPlan } from '../../../src/contract/contract.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Text, Truncate } from '../../components/layout/primitives.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ImportChoice, ImportTarget } from '../../store/state/dialogs.ts';
import { importNameProblem } from '../../store/workspace/import.ts';
import styles from './ImportItemView.module.css';
import { NoteList } from './NoteList.tsx';

interface ImportItemViewProps {
  readonly choice: ImportChoice;
  readonly target: ImportTarget;
  /** The file to be written; undefined while the item is not selected. */
  readonly file: ImportPlan['files'][number] | undefined;
}

/** One definition: whether to import it, where it comes from, what is lost, and the file to be written. */
export function ImportItemView({ choice, target, file }: ImportItemViewProps) {
  const { takeImport } = useWorkbenchActions();
  const { index, item, isTaken, instead, textSlots } = choice;
  const { slots = [] } = item;
  const leave = (slot: string, isLeft: boolean) =>
    inBackground(
      takeImport(index, {
        textSlots: isLeft ? [...textSlots, slot] : textSlots.filter((textSlot) => textSlot !== slot),
      }),
    );
  return (
    <li className={styles.item}>
      <Row align="baseline" justify="between" gap={3}>
        <Checkbox isSelected={isTaken} onChange={(isTaken) => inBackground(takeImport(index, { isTaken }))}>
          <Text as="span" weight="medium">
            {choice.name?.trim() || item.name}
          </Text>
        </Checkbox>
        <Truncate tone="faint" size="s" title={item.from}>
          {item.from === 'pasted' ? `${item.kind} from the pasted text` : `${item.kind} from ${item.as}, ${item.from}`}
        </Truncate>
      </Row>
      <div className={styles.inside}>
        {item.as === 'Text' && item.from === 'pasted' && <ItemName choice={choice} target={target} />}
        <NoteList notes={file?.notes ?? item.notes} />
        {slots.length > 1 ? (
          <Row align="center" wrap gap={3} rowGap={1} role="group" aria-label="Leave as text" tone="soft">
            <span aria-hidden>Leave as text</span>
            {slots.map((slot) => (
              <Checkbox
                key={slot}
                isSelected={textSlots.includes(slot)}
                isDisabled={!isTaken}
                onChange={(isLeft) => leave(slot, isLeft)}
              >
                <code>{slot}</code>
              </Checkbox>
            ))}
          </Row>
        ) : (
          item.instead && (
            <Checkbox
              isSelected={instead}
              isDisabled={!isTaken}
              onChange={(replaces) => inBackground(takeImport(index, { instead: replaces }))}
            >
              {item.instead.label}
            </Checkbox>
          )
        )}
        {file && (
          <Fold title={file.file} of="Show the file">
            <FramedText className={styles.text}>{file.text}</FramedText>
          </Fold>
        )}
      </div>
    </li>
  );
}

/** The name of a prompt whose text has none. */
function ItemName({ choice: { index, item, isTaken, name = item.name }, target }: Omit<ImportItemViewProps, 'file'>) {
  const { takeImport } = useWorkbenchActions();
  const problem = useWorkbench((state) => importNameProblem(state, target, name));
  const type = (text: string) => inBackground(takeImport(index, { name: text }));
  return (
    <Field
      label="Name"
      mono
      value={name}
      onChange={type}
      onFree={type}
      isReadOnly={!isTaken}
      problems={problem ? [problem] : []}
    />
  );
}

import { Check, ListChecks, PencilLine, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { Button, IconButton } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { type SampleUses, sampleUses } from '../../store/content/sample-tests.ts';
import { selectTests } from '../../store/content/samples.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import { SampleName } from './SampleName.tsx';
import styles from './SampleRow.module.css';

interface SampleRowProps {
  readonly sample: PromptSummary['samples'][number];
  /** Names in use. */
  readonly otherNames: readonly string[];
  /** Its values equal those of the form. */
  readonly isShown: boolean;
  /** The prompt is in a writable file. */
  readonly canKeep: boolean;
  readonly onChoose: () => void;
  /** Makes a test of it. */
  readonly onKeep: () => void;
}

/** One sample, with buttons to fill the form from it, update it, rename it and delete it. */
export function SampleRow({
  sample: { name, arguments: sampleValues },
  otherNames,
  isShown,
  canKeep,
  onChoose,
  onKeep,
}: SampleRowProps) {
  const hasValues = Object.values(useWorkbench(selectValues)).some((value) => value !== '');
  const { updateSample, renameSample, deleteSample } = useWorkbenchActions();
  const [isRenaming, setRenaming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const uses = sampleUses(useWorkbench(selectTests), name);
  const isUsed = uses.takenBy.length + uses.comparedBy.length > 0;
  if (isRenaming) {
    return (
      <li className={styles.naming}>
        <SampleName
          label={`New name for ${name}`}
          action="Rename"
          name={name}
          otherNames={otherNames}
          note={isUsed ? strings.renaming(uses) : undefined}
          onName={(to) => {
            setRenaming(false);
            inBackground(renameSample(name, to));
          }}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  }
  if (isDeleting && isUsed) {
    return (
      <li className={styles.question}>
        <Text weight="medium">{`Delete ${name}?`}</Text>
        {strings.deleting(uses).map((sentence) => (
          <Text key={sentence} size="s">
            {sentence}
          </Text>
        ))}
        <Row gap={2} justify="end">
          <Button autoFocus onPress={() => setDeleting(false)}>
            Cancel
          </Button>
          <Button variant="danger" onPress={() => inBackground(deleteSample(name))}>
            Delete sample
          </Button>
        </Row>
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <Button variant="quiet" onPress={onChoose}>
        <span className={styles.mark}>{isShown && <Check size={14} />}</span>
        <VisuallyHidden elementType="span">Fill from the sample </VisuallyHidden>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.values}>{Object.values(sampleValues).join(' · ')}</span>
      </Button>
      {canKeep && (
        <>
          {!isShown && hasValues && (
            <IconButton label={`Update ${name} from the form`} onPress={() => inBackground(updateSample(name))}>
              <Save size={14} />
            </IconButton>
          )}
          <IconButton label={`Keep ${name} as a test`} onPress={onKeep}>
            <ListChecks size={14} />
          </IconButton>
          <IconButton label={`Rename ${name}`} onPress={() => setRenaming(true)}>
            <PencilLine size={14} />
          </IconButton>
          <IconButton
            label={`Delete ${name}`}
            onPress={() => (isUsed ? setDeleting(true) : inBackground(deleteSample(name)))}
          >
            <Trash2 size={14} />
          </IconButton>
        </>
      )}
    </li>
  );
}

const quoteNames = (names: readonly string[]) => wordList(names.map((name) => `“${name}”`));

/** What happens to the tests that name a sample. */
const strings = {
  renaming: ({ takenBy, comparedBy }: SampleUses) => {
    const names = [...new Set([...takenBy, ...comparedBy])];
    return names.length === 1
      ? `The test ${quoteNames(names)} is updated too.`
      : `The tests ${quoteNames(names)} are updated too.`;
  },
  deleting: ({ takenBy, comparedBy }: SampleUses) => [
    ...(takenBy.length === 1 ? [`The test ${quoteNames(takenBy)} keeps a copy of its values.`] : []),
    ...(takenBy.length > 1 ? [`The tests ${quoteNames(takenBy)} keep a copy of its values.`] : []),
    ...(comparedBy.length === 1 ? [`The test ${quoteNames(comparedBy)} no longer compares with its answer.`] : []),
    ...(comparedBy.length > 1 ? [`The tests ${quoteNames(comparedBy)} no longer compare with its answer.`] : []),
  ],
} as const;

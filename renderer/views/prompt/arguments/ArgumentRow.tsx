import { ChevronRight, GripVertical, Trash2 } from 'lucide-react';
import { memo, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { KeyPath } from '../../../../src/base/json.ts';
import type { ProblemView } from '../../../../src/contract/contract.ts';
import { IconButton } from '../../../components/controls/Button.tsx';
import { Checkbox } from '../../../components/controls/Checkbox.tsx';
import { cx } from '../../../components/cx.ts';
import { Field } from '../../../components/fields/Field.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { keysText } from '../../../components/overlay/keys.ts';
import type { DragMark, RowHandlers } from '../../../components/reorder/useReorder.ts';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { threadOf } from '../../../components/text/thread.ts';
import { inBackground } from '../../../in-background.ts';
import { kindOf } from '../../../store/arguments/kinds.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { definitionFixes } from '../../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { fixLabel } from '../../editor/fix-label.ts';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import styles from './ArgumentRow.module.css';
import { CellField, cellOf } from './CellField.tsx';
import { DefaultCell } from './DefaultCell.tsx';
import { useArgumentName } from './useArgumentName.ts';

const KindFields = lazyView(() => import('./KindFields.tsx'));
const CompletionEditor = lazyView(() => import('./CompletionEditor.tsx'));

interface ArgumentRowProps {
  readonly at: KeyPath;
  readonly index: number;
  readonly isUnused: boolean;
  readonly isLast: boolean;
  /** Just added: its name gets the focus. */
  readonly isNew: boolean;
  readonly onNamed: () => void;
  readonly mark: DragMark;
  readonly handlers: RowHandlers;
}

/** One argument: a row of the table. Memoized, because there can be hundreds. */
export const ArgumentRow = memo(function ArgumentRow({
  at,
  index,
  isUnused,
  isLast,
  isNew,
  onNamed,
  mark,
  handlers,
}: ArgumentRowProps) {
  const name = useArgumentName(index);
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const isRequired = useWorkbench((state) => valueIn(state, [...at, 'Required']) === true);
  const { editAsStep, removeArgument, fixProblem } = useWorkbenchActions();
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const [problemsId, detailsId] = [useId(), useId()];
  const ownProblems = useProblemsAt(at);
  const problems = ownProblems.filter(
    ({ tag, at: place }) =>
      tag !== 'UnusedArgument' && place[at.length] !== 'Complete' && !isNameProblem(place, at, name.fault),
  );
  const label = name.field.value || `number ${index + 1}`;
  const fixesOf = (problem: ProblemView) =>
    definitionFixes(problem)
      .filter(() => problem.subject?.kind === 'order' || problem.subject?.kind === 'default')
      .map((fix) => ({ label: fixLabel(fix), apply: () => inBackground(fixProblem(problem, fix)) }));

  useEffect(() => {
    if (!isNew) return;
    input.current?.focus();
    input.current?.select();
  }, [isNew]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be a grid row in every browser.
    <div
      role="group"
      aria-label={`Argument ${label}`}
      data-row
      data-drag={mark}
      data-thread={threadOf(index)}
      className={styles.row}
      onKeyDown={handlers.onKeyDown(index)}
    >
      <button
        type="button"
        className={styles.grip}
        aria-label={`Move argument ${label}`}
        title={`Drag, or press ${keysText('Alt+ArrowUp')} and ${keysText('Alt+ArrowDown')}`}
        {...handlers.gripProps(index)}
      >
        <GripVertical size={14} />
      </button>
      <div className={styles.name}>
        <span aria-hidden="true" className={cx(styles.mark, isUnused && styles.hollow)} />
        <CellField
          label="Name"
          mono
          placeholder="name"
          input={input}
          {...name.field}
          onBlur={() => {
            name.field.onBlur();
            if (isNew) onNamed();
          }}
          isInvalid={name.fault?.severity === 'error'}
          describedBy={problemsId}
          place={pathKey([...at, 'Name'])}
        />
        {isUnused && (
          <span
            className={styles.unused}
            title={ownProblems.find(({ tag }) => tag === 'UnusedArgument')?.message ?? strings.unusedArgument}
          >
            unused
          </span>
        )}
      </div>
      <div className={styles.description}>
        <CellField label="Description" placeholder="Description" multiline {...cellOf(description)} />
      </div>
      <div className={styles.default}>
        <span aria-hidden="true" className={styles.label}>
          Default
        </span>
        <DefaultCell at={at} isRequired={isRequired} />
      </div>
      <div className={styles.required}>
        <Checkbox
          isSelected={isRequired}
          onChange={(required) => editAsStep([...at, 'Required'], required ? true : undefined)}
        >
          Required
        </Checkbox>
      </div>
      <AriaButton
        aria-label={`More about argument ${label}`}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        className={cx(styles.more)}
        onPress={() => setOpen(!isOpen)}
      >
        {/* React Aria's button takes no title. */}
        <span title={strings.moreOfArgument} className={styles.arrow}>
          <ChevronRight size={14} />
        </span>
      </AriaButton>
      <div className={styles.remove}>
        <IconButton label={`Remove argument ${label}`} onPress={() => inBackground(removeArgument(index))}>
          <Trash2 size={14} />
        </IconButton>
      </div>
      <div id={problemsId} className={styles.problems}>
        <FieldProblems problems={name.fault ? [name.fault] : []} onFree={name.commit} />
        <FieldProblems problems={problems.map((problem) => ({ ...problem, fixes: fixesOf(problem) }))} />
      </div>
      {isOpen && (
        <div id={detailsId} className={styles.details}>
          <ArgumentDetails at={at} index={index} isLast={isLast} />
        </div>
      )}
    </div>
  );
});

/** Hides the core's problem about a name while the form shows its own sentence, which comes earlier. */
function isNameProblem(place: KeyPath, at: KeyPath, fault: unknown): boolean {
  return fault !== undefined && (place[at.length] === 'Name' || place.length === at.length);
}

/** Rarely used settings of an argument: its title, its kind, whether it is asked for, and its completion. */
function ArgumentDetails({ at, index, isLast }: { at: KeyPath; index: number; isLast: boolean }) {
  const kind = useWorkbench((state) => kindOf(valueIn(state, at)));
  const isChosen = kind === 'choice' || kind === 'choices' || kind === 'boolean' || kind === 'date';
  const completes = useWorkbench((state) => valueIn(state, [...at, 'Complete']) !== undefined);
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const takesRest = useWorkbench((state) => valueIn(state, [...at, 'RestOfLine']) === true);
  const { editAsStep } = useWorkbenchActions();
  return (
    <Stack gap={2}>
      <Field label="Title" placeholder="Display name" {...title} />
      {/* Has an effect on the last argument only; on others it can only be removed. */}
      {(isLast || takesRest) && (
        <Row align="center" wrap rowGap="2px" gap={3}>
          <Checkbox
            isSelected={takesRest}
            onChange={(isRest) => editAsStep([...at, 'RestOfLine'], isRest ? true : undefined)}
          >
            Takes the rest of the line
          </Checkbox>
          <Text as="span" tone="faint" size="xs">
            {strings.restOfLine}
          </Text>
        </Row>
      )}
      <Suspense>
        <KindFields at={at} index={index} />
        {/* Choices complete by themselves; the others have nothing to suggest. */}
        {(!isChosen || completes) && <CompletionEditor at={[...at, 'Complete']} />}
      </Suspense>
    </Stack>
  );
}

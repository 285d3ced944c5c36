import { Plus } from 'lucide-react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyPath } from '../../../../src/base/json.ts';
import { freeNames } from '../../../../src/model/prompt/argument-names.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { Section } from '../../../components/layout/Section.tsx';
import { useReorder } from '../../../components/reorder/useReorder.ts';
import { dragSlotOver, dropSlot, leaveSlots } from '../../../components/text/insert-slot.ts';
import { inBackground } from '../../../in-background.ts';
import { selectArgumentNames } from '../../../store/arguments/argument-names.ts';
import { selectFunctionReads, selectSlotUses } from '../../../store/arguments/argument-selectors.ts';
import { readArguments } from '../../../store/content/prompt-form.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import { HelpHint } from '../../help/HelpHint.tsx';
import { stillHere } from '../../shell/focus.ts';
import { jumpToField } from '../../shell/jump.ts';
import { strings } from '../strings.ts';
import { ArgumentRow } from './ArgumentRow.tsx';
import styles from './ArgumentTable.module.css';
import { CutArgumentNote } from './CutArgumentNote.tsx';
import { longestNameStyle } from './longest-name-style.ts';
import { MissingArguments } from './MissingArguments.tsx';
import { Questions } from './Questions.tsx';

/** The arguments of the prompt, in the order in which clients ask for them. */
export function ArgumentTable({ prompt }: { prompt: KeyPath }) {
  const at = useMemo(() => [...prompt, 'Arguments'], [prompt]);
  const rows = useWorkbench((state) => readArguments(valueIn(state, at)));
  const names = useWorkbench(selectArgumentNames);
  const uses = useWorkbench(selectSlotUses);
  const slotUses = useWorkbench(selectFunctionReads);
  const store = useWorkbenchStore();
  const { addArguments, moveItem } = store.actions;
  const problems = useProblemsAt(at).filter((problem) => problem.at.length <= at.length);
  const places = useMemo(() => rows.map((_, index) => [...at, index]), [at, rows]);
  const [newIndex, setNewIndex] = useState<number>();
  const forgetAdded = useCallback(() => setNewIndex(undefined), []);
  const list = useRef<HTMLDivElement>(null);
  const reorder = useReorder({
    list,
    count: rows.length,
    nameOf: (index) => names[index] || `Argument ${index + 1}`,
    move: (from, to) => moveItem(at, from, to),
    elsewhere: {
      over: (index, x, y) => dragSlotOver(names[index], x, y),
      drop: (index, x, y) => dropSlot(names[index], x, y),
      leave: leaveSlots,
    },
  });

  /** A new argument until its row is drawn. */
  const [awaited, setAwaited] = useState<{ readonly name: string; readonly isHere: () => boolean }>();
  const arrivedIndex = awaited === undefined ? -1 : names.indexOf(awaited.name);
  // Before the row is painted: the next key already belongs to the name.
  useLayoutEffect(() => {
    if (!awaited || arrivedIndex < 0) return;
    if (awaited.isHere()) setNewIndex(arrivedIndex);
    setAwaited(undefined);
  }, [awaited, arrivedIndex]);

  // The name is known from the text, so the first field to fill in is the description.
  const describeAdded = (name: string, isHere: () => boolean) => {
    const index = selectArgumentNames(store.state.getState()).indexOf(name);
    return jumpToField(store, [...at, index, 'Description'], isHere);
  };
  const add = () => {
    const newNames = freeNames(names, 1);
    setAwaited({ name: newNames[0] ?? '', isHere: stillHere() });
    inBackground(addArguments(newNames));
  };
  return (
    <Section
      title="Arguments"
      hint={<HelpHint topic="arguments" of="arguments" />}
      aside={
        <>
          <MissingArguments
            uses={uses ?? slotUses}
            isFunction={uses === undefined}
            names={names}
            onAdded={describeAdded}
          />
          <Button variant="quiet" data-adds-argument="" onPress={add}>
            <Plus size={14} />
            Add argument
          </Button>
        </>
      }
    >
      {rows.length === 0 && <Text tone="faint">{strings.noArguments}</Text>}
      {rows.length > 0 && (
        <div className={styles.table} style={longestNameStyle(names)}>
          <div aria-hidden="true" className={styles.head}>
            <span>Name</span>
            <span>Description</span>
            <span>Default</span>
          </div>
          <div ref={list}>
            {rows.map((isEditable, index) =>
              isEditable ? (
                <ArgumentRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row edits an index; a new name must not replace it.
                  key={index}
                  at={places[index] ?? at}
                  index={index}
                  isUnused={uses !== undefined && !uses.usedNames.includes(names[index] ?? '')}
                  isLast={index === rows.length - 1}
                  isNew={index === newIndex}
                  onNamed={forgetAdded}
                  mark={reorder.markOf(index)}
                  handlers={reorder.handlers}
                />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an unreadable row has no other identity than its place.
                <UnreadableRow key={index} at={[...at, index]} />
              ),
            )}
          </div>
        </div>
      )}
      {rows.length > 0 && <CutArgumentNote />}
      {rows.length > 0 && <Questions at={prompt} />}
      <output className={styles.spoken}>{reorder.announcement}</output>
      <FieldProblems problems={problems} />
    </Section>
  );
}

/** An item that is not a map, which can be fixed only in the YAML. */
function UnreadableRow({ at }: { at: KeyPath }) {
  const problems = useProblemsAt(at);
  return (
    <div data-row className={styles.unreadable}>
      <FieldProblems problems={problems} />
    </div>
  );
}

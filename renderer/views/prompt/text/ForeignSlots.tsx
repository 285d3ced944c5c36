import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import { type ForeignSlot, findDoubtfulSlots, findForeignSlots } from '../../../../src/model/template/foreign-slots.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { cx } from '../../../components/cx.ts';
import { Truncate } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import type { TextForm } from '../../../store/content/prompt-form.ts';
import { useWorkbench, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { stillHere } from '../../shell/focus.ts';
import { jumpToField } from '../../shell/jump.ts';
import styles from './ForeignSlots.module.css';

interface ForeignSlotsProps {
  readonly form: TextForm;
  /** The name of the text. */
  readonly label: string;
  readonly slots: readonly ForeignSlot[];
  /** The slots may be slots or not: they are text until a person decides. */
  readonly areDoubtful?: boolean;
}

/** The first slot of each name that `find` sees in a text, as the text is typed. */
export function useForeignSlots(form: TextForm, find = findForeignSlots): readonly ForeignSlot[] {
  const value = useWorkbench((state) => valueIn(state, form.textAt));
  const text = useDeferredValue(typeof value === 'string' ? value : '');
  const { isTemplate } = form;
  return useMemo(() => {
    const byName = new Map<string, ForeignSlot>();
    for (const slot of find(text, isTemplate)) if (!byName.has(slot.name)) byName.set(slot.name, slot);
    return [...byName.values()];
  }, [text, isTemplate, find]);
}

/** Offers to make other programs' slots arguments, all or one by one, or to leave them as text. */
export function ForeignSlots({ form, label, slots, areDoubtful = false }: ForeignSlotsProps) {
  const find = areDoubtful ? findDoubtfulSlots : findForeignSlots;
  const store = useWorkbenchStore();
  const { convertSlots, leaveSlots } = store.actions;
  /** The pressed button may be gone then, so the focus moves to the text. */
  const thenText = (change: () => Promise<void>) => {
    const isHere = stillHere();
    const textAt = form.isTemplate ? form.textAt : [...form.at, 'StringTemplate'];
    inBackground(change().then(() => jumpToField(store, textAt, isHere)));
  };
  const names = slots.map(({ slotText }) => shorten(slotText)).join(', ');
  const isOne = slots.length === 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div
      role="group"
      aria-label={`${label}: ${areDoubtful ? 'left as text' : 'slots of another program'}`}
      className={cx(styles.bar, areDoubtful && styles.doubtful)}
    >
      <Truncate size="s" title={names} className={styles.names}>
        {areDoubtful ? `Left as text: ${names}` : `${formatCount(slots.length, 'slot')} of another program: ${names}`}
      </Truncate>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={() => thenText(() => convertSlots(form, undefined, find))}>
          {convertLabel(isOne, areDoubtful)}
        </Button>
        {!isOne && (
          <ActionMenu
            label={areDoubtful ? 'Make one an argument' : 'Convert one slot'}
            icon={<ChevronDown size={14} />}
            actions={() => [
              slots.map(({ slotText, name }) => ({
                label: `Convert ${shorten(slotText)} to ${name}`,
                onAction: () => thenText(() => convertSlots(form, [name], find)),
              })),
            ]}
          />
        )}
        <Button variant="quiet" onPress={() => thenText(() => leaveSlots(form, find))}>
          {areDoubtful ? 'Keep as text' : 'Leave as text'}
        </Button>
      </div>
    </div>
  );
}

function convertLabel(isOne: boolean, areDoubtful: boolean): string {
  if (areDoubtful) return isOne ? 'Make it an argument' : 'Make them all arguments';
  return isOne ? 'Convert' : 'Convert all';
}

/** A VS Code slot can contain a long hint. */
function shorten(spelling: string): string {
  return spelling.length > 40 ? `${spelling.slice(0, 39)}…` : spelling;
}

import { ChevronDown, Code, ListPlus, Plus } from 'lucide-react';
import { freeNames } from '../../../../src/model/prompt/argument-names.ts';
import type { SlotUses } from '../../../../src/model/prompt/slot-uses.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { inBackground } from '../../../in-background.ts';
import { templatesOf } from '../../../store/arguments/argument-selectors.ts';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { stillHere } from '../../shell/focus.ts';
import { createAndJump } from '../../shell/held-keys.ts';
import { jumpToField } from '../../shell/jump.ts';
import styles from './ArgumentTable.module.css';

interface MissingArgumentsProps {
  readonly uses: SlotUses;
  /** A function uses them: nothing can stay text. */
  readonly isFunction: boolean;
  /** The names of the declared arguments. */
  readonly names: readonly string[];
  /** Called with the first name that was added. `isHere` says whether the person is still on this page. */
  readonly onAdded: (name: string, isHere: () => boolean) => Promise<boolean>;
}

/**
 * Offers to add an argument for every slot without one, or to leave all of them as text. It is in the heading, so the
 * text does not move while a person types the slot.
 */
export function MissingArguments({ uses, isFunction, names, onAdded }: MissingArgumentsProps) {
  const store = useWorkbenchStore();
  const add = (addedNames: readonly string[]) =>
    createAndJump(
      store,
      () => store.actions.addArguments(addedNames),
      (_, isHere) => onAdded(addedNames[0] ?? '', isHere),
    );
  /** The pressed button disappears, so the focus moves to the first text. */
  const leave = async () => {
    const [first] = templatesOf(store.state.getState());
    const isHere = stillHere();
    await store.actions.leaveMissing();
    if (first) await jumpToField(store, first.at, isHere);
  };
  const furtherPlaces = uses.places - names.length;
  const offers = [
    ...uses.missingNames.map((name) => ({ label: `Add argument ${name}`, short: name, names: [name] })),
    ...(furtherPlaces > 0 ? [countedOffer(names, furtherPlaces)] : []),
  ];
  const [first] = offers;
  if (!first) return null;
  if (offers.length === 1)
    return (
      <Button variant="quiet" aria-label={first.label} onPress={() => inBackground(add(first.names))}>
        <Plus size={14} />
        <span className={styles.missing}>
          Add <code>{first.short}</code>
        </span>
      </Button>
    );
  const allNames = offers.flatMap((offer) => offer.names);
  return (
    <>
      <Button variant="quiet" onPress={() => inBackground(add(allNames))}>
        <ListPlus size={14} />
        {`Add all ${allNames.length}`}
      </Button>
      <ActionMenu
        label="Slots without an argument"
        icon={<ChevronDown size={14} />}
        actions={() => [
          offers.map((offer) => ({ label: offer.label, onAction: () => inBackground(add(offer.names)) })),
          ...(isFunction
            ? []
            : [[{ label: leaveLabel, icon: <Code size={14} />, onAction: () => inBackground(leave()) }]]),
        ]}
      />
      {!isFunction && (
        <span className={styles.wide}>
          <Button variant="quiet" onPress={() => inBackground(leave())}>
            <Code size={14} />
            {leaveLabel}
          </Button>
        </span>
      )}
    </>
  );
}

const leaveLabel = 'Leave all as text';

/** For numbered slots: arguments up to the highest number, with provisional names. */
function countedOffer(names: readonly string[], count: number) {
  const last = names.length + count;
  const places = count === 1 ? `${last}` : `${names.length + 1} to ${last}`;
  return { label: `Add argument ${places}`, short: places, names: freeNames(names, count) };
}

import { ListPlus, Plus } from 'lucide-react';
import { freeNames } from '../../../../src/model/prompt/argument-names.ts';
import type { SlotUses } from '../../../../src/model/prompt/slot-uses.ts';
import { ActionMenu } from '../../../components/controls/ActionMenu.tsx';
import { Button } from '../../../components/controls/Button.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import styles from './ArgumentTable.module.css';

interface MissingArgumentsProps {
  readonly uses: SlotUses;
  /** The names of the declared arguments. */
  readonly names: readonly string[];
}

/**
 * Offers to add an argument for every slot without one. It is in the heading, so the text does not move while a person
 * types the slot.
 */
export function MissingArguments({ uses, names }: MissingArgumentsProps) {
  const { addArguments } = useWorkbenchActions();
  const counted = uses.places - names.length;
  const offers = [
    ...uses.missing.map((name) => ({ label: `Add argument ${name}`, short: name, names: [name] })),
    ...(counted > 0 ? [countedOffer(names, counted)] : []),
  ];
  const [first, ...others] = offers;
  if (!first) return null;
  return (
    <>
      <Button variant="quiet" aria-label={first.label} onPress={() => inBackground(addArguments(first.names))}>
        <Plus size={14} />
        <span className={styles.missing}>
          Add <code>{first.short}</code>
        </span>
      </Button>
      {others.length > 0 && (
        <ActionMenu
          label="More slots without an argument"
          icon={<ListPlus size={14} />}
          actions={() => [
            others.map((offer) => ({ label: offer.label, onAction: () => inBackground(addArguments(offer.names)) })),
            [
              {
                label: 'Add all',
                onAction: () => inBackground(addArguments(offers.flatMap((offer) => offer.names))),
              },
            ],
          ]}
        />
      )}
    </>
  );
}

/** For numbered slots: arguments up to the highest number, with provisional names. */
function countedOffer(names: readonly string[], count: number) {
  const last = names.length + count;
  const places = count === 1 ? `${last}` : `${names.length + 1} to ${last}`;
  return { label: `Add argument ${places}`, short: places, names: freeNames(names, count) };
}

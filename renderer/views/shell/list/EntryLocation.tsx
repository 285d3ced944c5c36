import { Segmented } from '../../../components/controls/Segmented.tsx';
import { Fold } from '../../../components/layout/Fold.tsx';
import { strings } from '../strings.ts';

/** Where a new prompt or tool is written. */
export type EntryPlace = 'catalogue' | 'inline';

const places: readonly { readonly value: EntryPlace; readonly label: string }[] = [
  { value: 'catalogue', label: 'Separate file' },
  { value: 'inline', label: 'Server file' },
];

interface EntryLocationProps {
  readonly place: EntryPlace;
  readonly onChange: (place: EntryPlace) => void;
  /** There is no choice: it is written into a separate file. */
  readonly isFixed?: boolean;
}

/** Chooses the file of a new prompt or tool. Folded, because most people keep the default. */
export function EntryLocation({ place, onChange, isFixed = false }: EntryLocationProps) {
  return (
    <Fold title="Location" summary={place === 'catalogue' ? strings.aboutSeparateFile : strings.aboutServerFile}>
      <Segmented label="Location" value={place} options={places} onChange={onChange} isDisabled={isFixed} />
    </Fold>
  );
}

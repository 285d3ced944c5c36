import { Button } from '../../../components/controls/Button.tsx';
import { Truncate } from '../../../components/layout/primitives.tsx';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import styles from './ForeignSlots.module.css';

interface FrontMatterProps {
  /** The name of the text. */
  readonly label: string;
  readonly onRemove: () => void;
}

/** Offers to import the command file that was pasted into a text, or to remove its settings, which clients would get. */
export default function FrontMatter({ label, onRemove }: FrontMatterProps) {
  const { openImport } = useWorkbenchActions();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be laid out as a row in every browser.
    <div role="group" aria-label={`${label}: settings of a command file`} className={styles.bar}>
      <Truncate size="s" className={styles.names}>
        Clients also get the settings between the lines of hyphens.
      </Truncate>
      <div className={styles.actions}>
        <Button variant="quiet" onPress={() => openImport()}>
          Import a command file…
        </Button>
        <Button variant="quiet" onPress={onRemove}>
          Remove them
        </Button>
      </div>
    </div>
  );
}

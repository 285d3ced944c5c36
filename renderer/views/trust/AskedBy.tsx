import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { cx } from '../../components/cx.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { AskEntry } from '../../store/state/workspace.ts';
import { placeOfAsk } from '../../store/workspace/trust.ts';
import { afterClosing, focusPane } from '../shell/focus.ts';
import styles from './AskedBy.module.css';
import { strings } from './strings.ts';

/** How many files are shown at first. */
const shownAtFirst = 5;

/** The files with an ask, as buttons that close the dialog and open the file. */
export function AskedBy({ from }: Pick<AskEntry, 'from'>) {
  const [isLong, setLong] = useState(false);
  const store = useWorkbenchStore();
  const { closeOverlay, showPane, goTo } = useWorkbenchActions();
  const visit = (place: AskEntry['from'][number]) => {
    const { file, at } = placeOfAsk(store.state.getState(), place);
    closeOverlay();
    afterClosing(() => {
      showPane('editor');
      goTo(file, at);
      focusPane('editor');
    });
  };
  if (from.length === 0)
    return (
      <Text tone="faint" size="s" breaks>
        {strings.notNeeded}
      </Text>
    );
  const shownFiles = isLong ? from : from.slice(0, shownAtFirst);
  return (
    <Text tone="faint" size="s" breaks>
      {'Needed by '}
      {shownFiles.map((place, index) => (
        <span key={`${place.file} ${place.name}`}>
          <Button className={cx(styles.file)} onPress={() => visit(place)}>
            {place.file}
          </Button>
          {index < shownFiles.length - 1 && ', '}
        </span>
      ))}
      {from.length > shownFiles.length && (
        <Button className={cx(styles.file)} onPress={() => setLong(true)}>
          {`and ${from.length - shownFiles.length} more`}
        </Button>
      )}
    </Text>
  );
}

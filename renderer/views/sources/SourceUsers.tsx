import { Row } from '../../components/layout/primitives.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { SourceSummary } from '../../store/state/searches.ts';
import { promptIcon, toolIcon } from '../shell/list/item-icons.tsx';
import styles from './SourceUsers.module.css';

/** The prompts and tools that search a source; pressing one opens it. */
export function SourceUsers({ label, users }: { label: string; users: SourceSummary['usedBy'] }) {
  const { goTo, closeOverlay } = useWorkbenchActions();
  return (
    <Row as="ul" aria-label={label} wrap gap={1}>
      {users.map(({ name, kind, location: { file, at } }) => (
        <li key={`${file} ${JSON.stringify(at)}`}>
          <button
            type="button"
            className={styles.user}
            onClick={() => {
              closeOverlay();
              goTo(file, at);
            }}
          >
            {kind === 'tool' ? toolIcon : promptIcon}
            {name}
          </button>
        </li>
      ))}
    </Row>
  );
}

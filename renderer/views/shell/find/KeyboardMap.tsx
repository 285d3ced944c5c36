import { Button } from '../../../components/controls/Button.tsx';
import { Keys } from '../../../components/overlay/Keys.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import styles from './KeyboardMap.module.css';
import { keyGroups } from './shown-commands.ts';

/** Every command with keys, by group. */
export default function KeyboardMap() {
  const { closeOverlay } = useWorkbenchActions();
  return (
    <Modal
      title="Keyboard shortcuts"
      isWide
      onClose={closeOverlay}
      footer={<Button onPress={closeOverlay}>Close</Button>}
    >
      <div className={styles.map}>
        {keyGroups().map(({ group, rows }) => (
          <section key={group} aria-label={group} className={styles.group}>
            <h3>{group}</h3>
            <dl>
              {rows.map(({ title, keys }) => (
                <div key={title} className={styles.row}>
                  <dt>{title}</dt>
                  <dd>
                    {keys.map((key) => (
                      <Keys key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

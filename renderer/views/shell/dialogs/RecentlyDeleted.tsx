import { Database } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DeletedItem } from '../../../../src/contract/contract.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../../components/layout/primitives.tsx';
import { textClass } from '../../../components/layout/text-class.ts';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { EmptyState } from '../../../components/status/EmptyState.tsx';
import { inBackground } from '../../../in-background.ts';
import { sentence } from '../../../store/context.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { exactTime, relativeTime } from '../../history/version-words.ts';
import { promptIcon, serverIcon, skillIcon, toolIcon } from '../list/item-icons.tsx';
import { strings } from '../strings.ts';
import styles from './DialogList.module.css';

const icons = {
  prompt: promptIcon,
  tool: toolIcon,
  server: serverIcon,
  source: <Database size={14} />,
  skill: skillIcon,
};

/** The prompts, tools, servers, sources and skills that were deleted here, each with a button to restore it. */
export default function RecentlyDeleted() {
  const { closeOverlay, listDeleted, restoreDeleted } = useWorkbenchActions();
  // Another window may restore or delete something meanwhile, also a source, which the view of the workspace does not have.
  const revision = useWorkbench((state) => state.filesRevision);
  const [items, setItems] = useState<readonly DeletedItem[]>();
  const [failure, setFailure] = useState<string>();

  const read = useCallback(async () => {
    try {
      setItems(await listDeleted());
    } catch (error) {
      setFailure(sentence(error));
    }
  }, [listDeleted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the files.
  useEffect(() => inBackground(read()), [read, revision]);

  const dialog = useRef<HTMLDivElement>(null);
  const restoring = useRef(new Set<string>());
  const restore = async (id: string, place: number) => {
    // The second press of a double press would fail: the item is restored already.
    if (restoring.current.has(id)) return;
    restoring.current.add(id);
    const next = items?.[place + 1] ?? items?.[place - 1];
    try {
      await restoreDeleted(id);
      setFailure(undefined);
      setItems((now) => now?.filter((deletedItem) => deletedItem.id !== id));
      focusRow(dialog.current, next?.id);
    } catch (error) {
      setFailure(sentence(error));
    } finally {
      restoring.current.delete(id);
    }
  };
  return (
    <Modal
      title="Recently deleted"
      onClose={closeOverlay}
      failure={failure}
      footer={<Button onPress={closeOverlay}>Close</Button>}
    >
      <div ref={dialog}>
        {items?.length === 0 && <EmptyState title="Nothing to restore">{strings.aboutDeleted}</EmptyState>}
        {items && items.length > 0 && (
          <ul className={styles.list} aria-label="Recently deleted">
            {items.map((deletedItem, place) => (
              <DeletedRow
                key={deletedItem.id}
                deletedItem={deletedItem}
                onRestore={() => inBackground(restore(deletedItem.id, place))}
              />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  );
}

/** Moves the focus to a row, because the row that had it goes away; to the dialog after the last one. */
function focusRow(content: HTMLElement | null, id: string | undefined): void {
  const button = id !== undefined && content?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`);
  (button || content?.closest<HTMLElement>('[role=dialog]'))?.focus();
}

function DeletedRow({ deletedItem, onRestore }: { readonly deletedItem: DeletedItem; readonly onRestore: () => void }) {
  const { id, kind, name, title, when } = deletedItem;
  return (
    <li className={styles.row} data-row={id}>
      <span className={textClass({ tone: 'faint', fixed: true })} aria-hidden="true">
        {icons[kind]}
      </span>
      <Stack as="span" gap="2px" grow>
        <Row as="span" align="center" wrap gap={2} weight="medium">
          {name}
          {title && (
            <Text as="span" tone="soft" weight="regular">
              {title}
            </Text>
          )}
        </Row>
        <Text as="span" tone="faint" size="s">
          {strings.deletedFrom(deletedItem)} ·{' '}
          <time dateTime={when} title={exactTime(when)}>
            {relativeTime(when, Date.now())}
          </time>
        </Text>
      </Stack>
      <Button aria-label={`Restore ${name}`} onPress={onRestore}>
        Restore
      </Button>
    </li>
  );
}

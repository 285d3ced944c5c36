import { Database } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { DeletedItem } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import { Modal } from '../../components/overlay/Modal.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { sentence } from '../../store/context.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { exactTime, relativeTime } from '../history/version-words.ts';
import styles from './DialogList.module.css';
import { promptIcon, serverIcon, toolIcon } from './list/item-icons.tsx';
import { strings } from './strings.ts';

const icons = { prompt: promptIcon, tool: toolIcon, server: serverIcon, source: <Database size={14} /> };

/** The prompts, tools, servers and sources that were deleted here, each with a button to restore it. */
export default function RecentlyDeleted() {
  const { closeOverlay, listDeleted, restoreDeleted } = useWorkbenchActions();
  // Another window may restore or delete something meanwhile.
  const workspace = useWorkbench((state) => state.workspace);
  const [items, setItems] = useState<readonly DeletedItem[]>();
  const [failure, setFailure] = useState<string>();

  const read = useCallback(async () => {
    try {
      setItems(await listDeleted());
    } catch (error) {
      setFailure(sentence(error));
    }
  }, [listDeleted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list changes with the workspace.
  useEffect(() => inBackground(read()), [read, workspace]);

  const restore = async (id: string) => {
    try {
      await restoreDeleted(id);
      closeOverlay();
    } catch (error) {
      setFailure(sentence(error));
    }
  };
  return (
    <Modal title="Recently deleted" onClose={closeOverlay} footer={<Button onPress={closeOverlay}>Close</Button>}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {items?.length === 0 && <EmptyState title="Nothing was deleted">{strings.aboutDeleted}</EmptyState>}
      {items && items.length > 0 && (
        <ul className={styles.list} aria-label="Recently deleted">
          {items.map((item) => (
            <DeletedRow key={item.id} item={item} onRestore={() => inBackground(restore(item.id))} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function DeletedRow({ item, onRestore }: { readonly item: DeletedItem; readonly onRestore: () => void }) {
  const { kind, name, title, when } = item;
  return (
    <li className={styles.row}>
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
          {strings.deletedFrom(item)} ·{' '}
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

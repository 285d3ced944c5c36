import { Folder } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '../../../components/controls/Button.tsx';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { Suggested } from '../../../components/fields/Suggested.tsx';
import { Stack } from '../../../components/layout/primitives.tsx';
import { Modal } from '../../../components/overlay/Modal.tsx';
import { inBackground } from '../../../in-background.ts';
import { sentence } from '../../../store/context.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { WithFolderDialog } from '../../editor/WithFolderDialog.tsx';
import { strings } from '../strings.ts';
import styles from './WorkspaceDialog.module.css';

const kinds = [
  { value: 'open', label: 'Open a folder' },
  { value: 'new', label: 'New folder' },
] as const;

type Kind = (typeof kinds)[number]['value'];

/** Opens another workspace, or creates one. */
export default function WorkspaceDialog({ initial, onClose }: { initial: Kind; onClose: () => void }) {
  const recentFolders = useWorkbench(({ recentWorkspaces }) => recentWorkspaces);
  const { openWorkspace, readWorkspaces, suggestFolders } = useWorkbenchActions();
  // Only the desktop app has the system's dialogs.
  const isDesktop = useWorkbench(({ hasFolderDialog }) => hasFolderDialog);
  const [kind, setKind] = useState<Kind>(initial);
  const [dir, setDir] = useState('');
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const [isOpening, setOpening] = useState(false);
  const [failure, setFailure] = useState<string>();
  const formId = useId();

  useEffect(() => inBackground(readWorkspaces()), [readWorkspaces]);

  const type = (text: string) => {
    setDir(text);
    setFailure(undefined);
    inBackground(suggestFolders(text).then(setSuggestions));
  };
  const open = async (folder: string, isNew: boolean) => {
    setOpening(true);
    setFailure(undefined);
    try {
      const link = await openWorkspace(folder, isNew);
      if (link !== undefined) window.location.assign(link);
      else onClose();
    } catch (error) {
      setFailure(sentence(error));
      setOpening(false);
    }
  };
  const isReady = dir.trim() !== '' && !isOpening;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) inBackground(open(dir, kind === 'new'));
  };
  return (
    <Modal
      title="Workspace"
      onClose={onClose}
      failure={failure}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!isReady}>
            {kind === 'new' ? 'Create' : 'Open'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className={styles.form}>
        <Stack align="start" gap={2} tone="soft" size="s">
          <p>{strings.aboutWorkspaces(isDesktop)}</p>
          <Segmented<Kind> label="Workspace" value={kind} options={kinds} onChange={setKind} />
        </Stack>
        <WithFolderDialog path={dir} onChoose={type}>
          <Suggested
            label={kind === 'new' ? 'New folder' : 'Folder'}
            autoFocus
            value={dir}
            placeholder="~/Prompts"
            suggestions={suggestions}
            onChange={type}
          />
        </WithFolderDialog>
        {isOpening && <p role="status">{strings.openingWorkspace}</p>}
      </form>
      {kind === 'open' && recentFolders.length > 0 && (
        <section aria-label="Recent workspaces">
          <h3 className={styles.heading}>Recent</h3>
          <ul className={styles.recent}>
            {recentFolders.map((folder) => (
              <li key={folder}>
                <Button variant="quiet" isDisabled={isOpening} onPress={() => inBackground(open(folder, false))}>
                  <Folder size={14} />
                  <span className={styles.path}>{folder}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Modal>
  );
}

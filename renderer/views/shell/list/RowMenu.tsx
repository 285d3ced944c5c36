import type { CommandId } from '../../../../src/model/commands.ts';
import { ContextMenu } from '../../../components/controls/ContextMenu.tsx';
import { useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { menuAction } from '../find/menu-action.ts';
import { isAvailable } from '../find/run-commands.ts';

interface RowMenuProps {
  readonly name: string;
  /** In CSS pixels from the window's corner. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const groups: readonly (readonly CommandId[])[] = [
  ['open', 'add-favourite', 'remove-favourite', 'connect', 'skills'],
  ['new-prompt', 'new-tool'],
  ['rename', 'duplicate', 'share', 'local-copy', 'copy-server'],
  ['move-up', 'move-down'],
  ['share-server', 'copy-wolfram', 'copy-server-wolfram'],
  ['remove', 'delete-prompt', 'delete-server', 'delete-source', 'delete-skill', 'forget-inspected'],
];

/** The menu of the selected row. */
export default function RowMenu({ name, at, onClose }: RowMenuProps) {
  const store = useWorkbenchStore();
  const state = store.state.getState();
  const actions = groups
    .map((group) => group.filter((id) => isAvailable(id, state)).map((id) => menuAction(id, store)))
    .filter((group) => group.length > 0);
  return <ContextMenu label={`Actions for ${name}`} at={at} actions={actions} onClose={onClose} />;
}

import { FolderOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';

interface WithFolderDialogProps {
  /** The path in the field: the dialog opens there. */
  readonly path: string;
  readonly onChoose: (path: string) => void;
  /** The form of the chosen path: as in the file of a source, or absolute. */
  readonly for?: 'source';
  readonly align?: 'start' | 'end';
  readonly isDisabled?: boolean;
  /** The field. */
  readonly children: ReactNode;
}

/** A field for a folder, with the button for the system's dialog where the host has one. */
export function WithFolderDialog({
  path,
  onChoose,
  align = 'end',
  isDisabled = false,
  ...rest
}: WithFolderDialogProps) {
  const hasDialog = useWorkbench(({ hasFolderDialog }) => hasFolderDialog);
  const { chooseFolder } = useWorkbenchActions();
  if (!hasDialog) return rest.children;
  const choose = async () => {
    const folder = await chooseFolder(path, rest.for);
    if (folder !== undefined) onChoose(folder);
  };
  return (
    <Row align={align} gap={1}>
      <Text as="div" grow>
        {rest.children}
      </Text>
      <IconButton label="Choose a folder…" isDisabled={isDisabled} onPress={() => inBackground(choose())}>
        <FolderOpen size={15} />
      </IconButton>
    </Row>
  );
}

import { type ReactNode, useState } from 'react';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { kindOfType } from '../../../../../src/base/media-type.ts';
import type { MediaFile } from '../../../../../src/contract/contract.ts';
import menu from '../../../../components/controls/ActionMenu.module.css';
import { Button } from '../../../../components/controls/Button.tsx';
import { cx } from '../../../../components/cx.ts';
import { formatSize } from '../../../../components/layout/measures.ts';
import { Text } from '../../../../components/layout/primitives.tsx';
import { inBackground } from '../../../../in-background.ts';
import { useWorkbenchActions } from '../../../../store/StoreProvider.tsx';
import { strings } from '../../strings.ts';
import styles from './MediaMenu.module.css';
import { mediaIcons } from './MediaView.tsx';
import { useMedia } from './useMedia.ts';

interface MediaMenuProps {
  readonly label: string;
  /** Offers only files of this kind. */
  readonly expectedKind: 'image' | 'audio' | undefined;
  readonly onChoose: (file: MediaFile) => void;
  readonly children: ReactNode;
}

/** The files of the media folder, read when the menu opens. */
export function MediaMenu({ label, expectedKind, onChoose, children }: MediaMenuProps) {
  const { listMedia } = useWorkbenchActions();
  const [files, setFiles] = useState<readonly MediaFile[]>();
  const fittingFiles =
    files?.filter(({ mimeType }) => expectedKind === undefined || kindOfType(mimeType) === expectedKind) ?? [];
  const open = async (isOpen: boolean) => {
    if (!isOpen) return;
    setFiles(undefined);
    setFiles(await listMedia());
  };
  return (
    <MenuTrigger onOpenChange={(isOpen) => inBackground(open(isOpen))}>
      <Button aria-label={label}>{children}</Button>
      <Popover className={cx(menu.popover)} placement="bottom end" offset={4}>
        <Menu
          className={cx(menu.menu)}
          aria-label={label}
          renderEmptyState={() => <p className={styles.empty}>{files ? strings.noMedia : 'Reading…'}</p>}
        >
          {fittingFiles.map((file) => (
            <MenuItem
              key={file.file}
              id={file.file}
              textValue={file.file}
              className={cx(menu.item, styles.item)}
              onAction={() => onChoose(file)}
            >
              <Thumbnail file={file} />
              <Text as="span" breaks>
                {file.file}
              </Text>
              <Text as="span" tone="faint" size="xs">
                {formatSize(file.sizeBytes)}
              </Text>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** Larger pictures get no thumbnail, to save reading them. Bytes. */
const maxThumbnail = 300_000;

function Thumbnail({ file: { file, sizeBytes, mimeType } }: { file: MediaFile }) {
  const kind = kindOfType(mimeType);
  const isShown = kind === 'image' && sizeBytes <= maxThumbnail;
  const media = useMedia(isShown ? file : undefined);
  const Icon = mediaIcons[kind];
  return (
    <span className={styles.thumbnail}>
      {media.status === 'ready' ? (
        <img src={`data:${media.content.mimeType};base64,${media.content.data}`} alt="" />
      ) : (
        <Icon size={15} />
      )}
    </span>
  );
}

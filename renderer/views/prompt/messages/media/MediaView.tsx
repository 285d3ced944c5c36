import { AudioLines, File, FileText, Image } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { kindOfType, type MediaKind } from '../../../../../src/base/media-type.ts';
import { formatSize } from '../../../../components/layout/measures.ts';
import { Row, Stack, Text } from '../../../../components/layout/primitives.tsx';
import { base64Size } from '../../../../components/text/content-block.ts';
import styles from './MediaView.module.css';
import type { Media } from './useMedia.ts';

interface MediaViewProps {
  readonly media: Media;
  /** Names the picture or the player. */
  readonly name: string;
  /** The kind that the block declares; a file of another kind gets a note. */
  readonly expectedKind?: 'image' | 'audio';
  /** The name of the file, beside the picture. */
  readonly children?: ReactNode;
}

/** An icon for each kind of file. */
export const mediaIcons: Readonly<Record<MediaKind, typeof Image>> = {
  image: Image,
  audio: AudioLines,
  text: FileText,
  binary: File,
};

/** A picture, a player or an icon, with type and size. */
export function MediaView({ media, name, expectedKind, children }: MediaViewProps) {
  const content = media.status === 'ready' ? media.content : undefined;
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const kind = content ? kindOfType(content.mimeType) : (expectedKind ?? 'binary');
  const Icon = mediaIcons[kind];
  const url = content && `data:${content.mimeType};base64,${content.data}`;
  const isBroken = url !== undefined && brokenUrl === url;
  const isOther = content !== undefined && expectedKind !== undefined && kind !== expectedKind;
  return (
    <Row align="start" gap={3}>
      <span className={styles.picture}>
        {kind === 'image' && url && !isBroken ? (
          <img src={url} alt={name} onError={() => setBrokenUrl(url)} />
        ) : (
          <Icon size={20} />
        )}
      </span>
      <Stack gap={1} grow>
        {children}
        {kind === 'audio' && url && (
          // biome-ignore lint/a11y/useMediaCaption: the sounds of prompts have no captions.
          <audio controls src={url} aria-label={name} className={styles.player} />
        )}
        <p className={styles.facts}>
          {content && `${content.mimeType} · ${formatSize(base64Size(content.data))}`}
          {media.status === 'failed' && (
            <Text as="span" tone="warning">
              {media.message}
            </Text>
          )}
          {(isOther || isBroken) && (
            <Text as="span" tone="warning">
              {` · Its content is ${expectedKind === 'audio' ? 'not audio' : 'not an image that can be shown'}.`}
            </Text>
          )}
        </p>
      </Stack>
    </Row>
  );
}

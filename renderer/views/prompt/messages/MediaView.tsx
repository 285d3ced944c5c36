import { AudioLines, File, FileText, Image } from 'lucide-react';
import { useState } from 'react';
import { kindOfType } from '../../../../src/model/media-type.ts';
import { base64Size, formatSize } from '../../../components/content-block.ts';
import styles from './MediaView.module.css';
import type { Media } from './useMedia.ts';

interface MediaViewProps {
  readonly media: Media;
  /** Names the picture or the player. */
  readonly name: string;
  /** What the block says its content is; a file of another kind is pointed out. */
  readonly expected?: 'image' | 'audio';
}

/** A picture, a player, or what a file is, with type and size. */
export function MediaView({ media, name, expected }: MediaViewProps) {
  switch (media.status) {
    case 'none':
      return null;
    case 'loading':
      return <div className={styles.view} aria-busy="true" />;
    case 'failed':
      return <p className={styles.note}>{media.message}</p>;
    case 'ready':
      return <Content key={media.content.data} name={name} {...media.content} {...(expected ? { expected } : {})} />;
  }
}

const icons = { image: Image, audio: AudioLines, text: FileText, binary: File };

function Content(props: { name: string; data: string; mimeType: string; expected?: 'image' | 'audio' }) {
  const { name, data, mimeType, expected } = props;
  const [isBroken, setBroken] = useState(false);
  const kind = kindOfType(mimeType);
  const Icon = icons[kind];
  const url = `data:${mimeType};base64,${data}`;
  const isOther = expected !== undefined && kind !== expected;
  const noun = expected === 'image' ? 'an image' : 'a sound';
  return (
    <div className={styles.view}>
      {kind === 'image' && !isBroken ? (
        <img className={styles.picture} src={url} alt={name} onError={() => setBroken(true)} />
      ) : (
        <span className={styles.icon}>
          <Icon size={20} />
        </span>
      )}
      <div className={styles.facts}>
        <span>{`${mimeType} · ${formatSize(base64Size(data))}`}</span>
        {kind === 'audio' && (
          // biome-ignore lint/a11y/useMediaCaption: a prompt's sound comes without captions.
          <audio controls src={url} aria-label={name} className={styles.player} />
        )}
        {(isOther || isBroken) && (
          <span className={styles.note}>{`Its bytes are not ${isBroken ? 'a picture that can be shown' : noun}.`}</span>
        )}
      </div>
    </div>
  );
}

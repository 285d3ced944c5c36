import { Bot, ExternalLink, FileText, User } from 'lucide-react';
import { CopyButton } from './CopyButton.tsx';
import {
  base64Size,
  type ContentBlock,
  formatSize,
  type Message,
  messagesAsText,
  readBlocks,
  textOfBlob,
} from './content-block.ts';
import { cx } from './cx.ts';
import { JsonText } from './JsonText.tsx';
import styles from './MessageList.module.css';

interface MessageListProps {
  readonly messages: readonly Message[];
}

/** The messages that a client received. Their content is drawn and never run. */
export function MessageList({ messages }: MessageListProps) {
  return (
    <ol aria-label="Messages" className={styles.list}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message has no other identity than its place.
        <li key={index} className={cx(styles.message, styles[message.role])}>
          <div className={styles.head}>
            {message.role === 'user' ? <User size={13} /> : <Bot size={13} />}
            <span className={styles.role}>{message.role === 'user' ? 'User' : 'Assistant'}</span>
            <CopyButton label={`Copy message ${index + 1}`} text={messagesAsText([message])} />
          </div>
          {readBlocks(message.content).map((block, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same holds for a block.
            <div key={place} className={styles.block}>
              {block.type === 'unknown' ? (
                <JsonText label="Content" value={block.value} />
              ) : (
                <BlockView block={block} />
              )}
            </div>
          ))}
        </li>
      ))}
    </ol>
  );
}

function BlockView({ block }: { block: ContentBlock }) {
  switch (block.type) {
    case 'text':
      return block.text === '' ? (
        <p className={styles.faint}>Empty text</p>
      ) : (
        <p className={styles.text}>{block.text}</p>
      );
    case 'image':
      return (
        <figure className={styles.media}>
          <img src={dataUrl(block)} alt="Part of this message" />
          <figcaption>{`${block.mimeType} · ${formatSize(base64Size(block.data))}`}</figcaption>
        </figure>
      );
    case 'audio':
      return (
        <figure className={styles.media}>
          {/* biome-ignore lint/a11y/useMediaCaption: a prompt's sound comes without captions. */}
          <audio controls src={dataUrl(block)} />
          <figcaption>{`${block.mimeType} · ${formatSize(base64Size(block.data))}`}</figcaption>
        </figure>
      );
    case 'resource': {
      const { uri, mimeType = 'unknown type', blob } = block.resource;
      const text = block.resource.text ?? (blob === undefined ? undefined : textOfBlob(mimeType, blob));
      const size = blob === undefined ? new TextEncoder().encode(text).length : base64Size(blob);
      return (
        <div className={styles.resource}>
          <ResourceHead icon={<FileText size={14} />} title={uri} facts={`${mimeType} · ${formatSize(size)}`} />
          {blob !== undefined && mimeType.startsWith('image/') && (
            <img src={dataUrl({ mimeType, data: blob })} alt={uri} className={styles.resourceImage} />
          )}
          {text !== undefined && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
            <section aria-label={`Text of ${uri}`} tabIndex={0} className={cx(styles.text, styles.resourceText)}>
              {text}
            </section>
          )}
        </div>
      );
    }
    case 'resource_link': {
      const facts = [block.mimeType, block.size === undefined ? undefined : formatSize(block.size)].filter(Boolean);
      return (
        <div className={styles.resource}>
          <ResourceHead
            icon={<ExternalLink size={14} />}
            title={block.title ?? block.name}
            facts={[block.uri, ...facts].join(' · ')}
          />
          {block.description && <p className={cx(styles.text, styles.resourceText)}>{block.description}</p>}
        </div>
      );
    }
  }
}

function ResourceHead({ icon, title, facts }: { icon: React.ReactNode; title: string; facts: string }) {
  return (
    <div className={styles.resourceHead}>
      {icon}
      <span className={styles.resourceTitle}>{title}</span>
      <span className={styles.facts}>{facts}</span>
    </div>
  );
}

function dataUrl({ mimeType, data }: { mimeType: string; data: string }): string {
  return `data:${mimeType};base64,${data}`;
}

import { ExternalLink, FileText } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { formatSize } from '../layout/measures.ts';
import { Text } from '../layout/primitives.tsx';
import { lazyView } from '../status/lazy-view.tsx';
import { base64Size, type ContentBlock, textOfBlob } from '../text/content-block.ts';
import styles from './BlockView.module.css';
import { OriginText } from './OriginText.tsx';
import type { OriginSpan } from './origin.ts';
import { sizeOfText } from './text-size.ts';

const MarkdownText = lazyView(() => import('./MarkdownText.tsx'));

/** How texts are drawn. */
export interface TextStyleProps {
  readonly isMarkdown?: boolean;
  /** The declared arguments in order. */
  readonly names?: readonly string[];
  /** The key of the highlighted origin. */
  readonly highlightedKey?: string | undefined;
  /** Leads to the field of an argument without a value. */
  readonly onFill?: ((name: string) => void) | undefined;
}

interface BlockViewProps extends TextStyleProps {
  readonly block: ContentBlock;
  /** Of the block's text. */
  readonly spans?: readonly OriginSpan[] | undefined;
}

/** One block of a message. Draws its content, never executes it. */
export function BlockView({ block, spans, ...look }: BlockViewProps) {
  switch (block.type) {
    case 'text':
      return block.text === '' ? (
        <p className={styles.faint}>Empty text</p>
      ) : (
        <LongText text={block.text} spans={spans} {...look} />
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
    case 'resource':
      return <Resource {...block.resource} spans={spans} {...look} />;
    case 'resource_link': {
      const facts = [block.mimeType, block.size === undefined ? undefined : formatSize(block.size)].filter(Boolean);
      return (
        <div className={styles.resource}>
          <ResourceHead
            icon={<ExternalLink size={14} />}
            title={block.title ?? block.name}
            facts={[block.uri, ...facts].join(' · ')}
          />
          {block.description && <p className={styles.resourceText}>{block.description}</p>}
        </div>
      );
    }
  }
}

type ResourceProps = Extract<ContentBlock, { type: 'resource' }>['resource'] & Omit<BlockViewProps, 'block'>;

function Resource({
  uri,
  mimeType = 'unknown type',
  text: givenText,
  blob,
  spans,
  isMarkdown = false,
  ...look
}: ResourceProps) {
  const text = givenText ?? (blob === undefined ? undefined : textOfBlob(mimeType, blob));
  const size = blob === undefined ? sizeOfText(givenText ?? '').bytes : base64Size(blob);
  return (
    <div className={styles.resource}>
      <ResourceHead icon={<FileText size={14} />} title={uri} facts={`${mimeType} · ${formatSize(size)}`} />
      {blob !== undefined && mimeType.startsWith('image/') && (
        <img src={dataUrl({ mimeType, data: blob })} alt={uri} className={styles.resourceImage} />
      )}
      {blob !== undefined && mimeType.startsWith('audio/') && (
        // biome-ignore lint/a11y/useMediaCaption: a prompt's sound comes without captions.
        <audio controls src={dataUrl({ mimeType, data: blob })} className={styles.resourceAudio} />
      )}
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard.
        <section aria-label={`Text of ${uri}`} tabIndex={0} className={styles.resourceText}>
          <LongText
            text={text}
            spans={givenText === undefined ? undefined : spans}
            isMarkdown={isMarkdown && /^text\/(x-)?markdown\b/.test(mimeType)}
            {...look}
          />
        </section>
      )}
    </div>
  );
}

function LongText({ text, spans, isMarkdown = false, ...look }: Omit<BlockViewProps, 'block'> & { text: string }) {
  if (!isMarkdown) return <OriginText text={text} spans={spans} {...look} />;
  return (
    <Suspense fallback={<OriginText text={text} />}>
      <MarkdownText text={text} />
    </Suspense>
  );
}

function ResourceHead({ icon, title, facts }: { icon: ReactNode; title: string; facts: string }) {
  return (
    <div className={styles.resourceHead}>
      {icon}
      <Text as="span" tone="ink" weight="medium" breaks shrink>
        {title}
      </Text>
      <Text as="span" tone="faint" size="xs" breaks>
        {facts}
      </Text>
    </div>
  );
}

function dataUrl({ mimeType, data }: { mimeType: string; data: string }): string {
  return `data:${mimeType};base64,${data}`;
}

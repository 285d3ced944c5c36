import { Bot, Split, TriangleAlert, User } from 'lucide-react';
import { Fragment } from 'react';
import type { LeftOut } from '../../../src/contract/contract.ts';
import { BlockView, type TextStyleProps } from '../answer/BlockView.tsx';
import type { OriginSpan } from '../answer/origin.ts';
import { formatTextSize, sizeOfMessage } from '../answer/text-size.ts';
import { CopyButton } from '../controls/CopyButton.tsx';
import { cx } from '../cx.ts';
import { Stack } from '../layout/primitives.tsx';
import { type Message, messagesAsText, nameOfBlock, readBlocks } from './content-block.ts';
import { JsonText } from './JsonText.tsx';
import styles from './MessageList.module.css';

interface MessageListProps extends TextStyleProps {
  readonly messages: readonly Message[];
  /** By message: the origins of its text. */
  readonly origins?: readonly (readonly OriginSpan[] | null)[];
  /** By message: the parts that the protocol revision left out. */
  readonly losses?: readonly { readonly message?: number; readonly text: string }[];
  /** The messages and blocks that the prompt leaves out for these values. */
  readonly omissions?: readonly LeftOut[];
}

/** The messages that a client received. Their content is drawn, never executed. */
export function MessageList({ messages, origins = [], losses = [], omissions = [], ...look }: MessageListProps) {
  const partsBefore = (place: number) => omissions.filter(({ before }) => before === place);
  return (
    <Stack as="ol" aria-label="Messages" gap={3}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message has no other identity than its place.
        <Fragment key={index}>
          <LeftOutParts parts={partsBefore(index)} />
          <MessageView
            number={index + 1}
            isOne={messages.length === 1}
            message={message}
            spans={origins[index] ?? undefined}
            losses={losses.filter((loss) => loss.message === index).map(({ text }) => text)}
            {...look}
          />
        </Fragment>
      ))}
      <LeftOutParts parts={partsBefore(messages.length)} />
    </Stack>
  );
}

function LeftOutParts({ parts }: { parts: readonly LeftOut[] }) {
  return parts.map(({ role, condition, text, others }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity than its place.
    <li key={index} className={styles.leftOut}>
      <span className={styles.condition}>
        <Split size={13} />
        {`Left out (${role}): only when ${condition}`}
      </span>
      <span className={styles.leftOutText}>{[text, ...others.map(nameOfBlock)].filter(Boolean).join(' · ')}</span>
    </li>
  ));
}

interface MessageViewProps extends TextStyleProps {
  readonly number: number;
  /** Whether it is the only message, which needs no number. */
  readonly isOne: boolean;
  readonly message: Message;
  readonly spans: readonly OriginSpan[] | undefined;
  readonly losses: readonly string[];
}

function MessageView({ number, isOne, message, spans, losses, ...look }: MessageViewProps) {
  const isUser = message.role === 'user';
  return (
    <li className={cx(styles.message, styles[message.role])}>
      <div className={styles.head}>
        {isUser ? <User size={13} /> : <Bot size={13} />}
        <span className={styles.role}>{isUser ? 'User' : 'Assistant'}</span>
        {!isOne && <span className={styles.number}>{`message ${number}`}</span>}
        <MessageSize message={message} />
        <CopyButton label={`Copy message ${number}`} text={() => messagesAsText([message])} />
      </div>
      {losses.length > 0 && <Losses texts={losses} />}
      {readBlocks(message.content).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block has no other identity than its place.
        <div key={place} className={styles.block}>
          {block.type === 'unknown' ? (
            <JsonText label="Content" value={block.value} />
          ) : (
            <BlockView block={block} spans={spans} {...look} />
          )}
        </div>
      ))}
    </li>
  );
}

function MessageSize({ message }: { message: Message }) {
  return <span className={styles.size}>{formatTextSize(sizeOfMessage(message))}</span>;
}

/** The parts that an older protocol revision does not carry. */
export function Losses({ texts }: { texts: readonly string[] }) {
  return (
    <ul aria-label="Lost in this revision" className={styles.losses}>
      {texts.map((text) => (
        <li key={text}>
          <TriangleAlert size={13} />
          {text}
        </li>
      ))}
    </ul>
  );
}

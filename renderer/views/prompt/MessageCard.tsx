import { Segmented } from '../../components/Segmented.tsx';
import type { BlockForm, MessageForm } from '../../store/prompt-form.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { BlockCard } from './BlockCard.tsx';
import styles from './MessageCard.module.css';
import { TextSource, TextSwitch } from './text/TextSource.tsx';

const roles = [
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
] as const;

interface MessageCardProps {
  readonly message: MessageForm;
  /** Counts from 1. */
  readonly number: number;
  readonly slots: readonly string[];
}

/** One message of a prompt: who speaks, and its blocks. */
export function MessageCard({ message, number, slots }: MessageCardProps) {
  const { edit } = useWorkbenchActions();
  const only = message.blocks.length === 1 ? message.blocks[0] : undefined;
  return (
    <section aria-label={`Message ${number}`} className={styles.message}>
      <div className={styles.head}>
        <Segmented
          label={`Role of message ${number}`}
          value={message.role === 'assistant' ? 'assistant' : 'user'}
          options={roles}
          onChange={(role) => edit([...message.at, 'Role'], role)}
        />
        {only?.kind === 'text' && <TextSwitch form={only.text} label={`Message ${number}`} />}
      </div>
      {message.blocks.map((block, index) => (
        <MessageBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the block edits.
          key={index}
          block={block}
          label={only ? `Message ${number} text` : `Message ${number} text ${index + 1}`}
          hasSwitch={!only}
          slots={slots}
        />
      ))}
    </section>
  );
}

interface MessageBlockProps {
  readonly block: BlockForm;
  readonly label: string;
  readonly hasSwitch: boolean;
  readonly slots: readonly string[];
}

function MessageBlock({ block, label, hasSwitch, slots }: MessageBlockProps) {
  if (block.kind === 'other') return <BlockCard type={block.type} facts={block.facts} />;
  return (
    <div className={styles.block}>
      {hasSwitch && <TextSwitch form={block.text} label={label} />}
      <TextSource form={block.text} label={label} slots={slots} />
    </div>
  );
}

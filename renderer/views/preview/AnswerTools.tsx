import { Highlighter, RotateCw, Text } from 'lucide-react';
import { IconButton } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { messagesAsText } from '../../components/content-block.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { AnswerLook } from '../../store/settings.ts';
import type { PreviewResult } from '../../store/state.ts';
import styles from './AnswerTools.module.css';

const looks = [
  { value: 'origins', label: 'Raw text with its origins', icon: <Highlighter size={14} /> },
  { value: 'markdown', label: 'As Markdown', icon: <Text size={14} /> },
] as const;

interface AnswerToolsProps {
  readonly result: PreviewResult | undefined;
  /** Absent where texts are drawn in one way only. */
  readonly look: AnswerLook | undefined;
  readonly onLook: (look: AnswerLook) => void;
}

/** What can be done with an answer. */
export function AnswerTools({ result, look, onLook }: AnswerToolsProps) {
  const { refreshPreview } = useWorkbenchActions();
  return (
    <div className={styles.tools}>
      {look && <Segmented label="How texts are drawn" value={look} options={looks} onChange={onLook} />}
      {result && <CopyButton label="Copy all messages" text={() => messagesAsText(result.messages)} />}
      <IconButton label="Fetch again" keys="Mod+Enter" onPress={() => void refreshPreview()}>
        <RotateCw size={14} />
      </IconButton>
    </div>
  );
}

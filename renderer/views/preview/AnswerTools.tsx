import { Highlighter, RotateCw, Text } from 'lucide-react';
import { IconButton } from '../../components/controls/Button.tsx';
import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { messagesAsText } from '../../components/text/content-block.ts';
import { inBackground } from '../../in-background.ts';
import { shownResult } from '../../store/preview/preview-result.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './AnswerTools.module.css';

const looks = [
  { value: 'origins', label: 'Raw text with its origins', icon: <Highlighter size={14} /> },
  { value: 'markdown', label: 'As Markdown', icon: <Text size={14} /> },
] as const;

const selector = ({ preview, answerFormat }: WorkbenchState) => ({
  look: answerFormat,
  hasAnswer: shownResult(preview) !== undefined,
});

/**
 * Buttons for the answer.
 * @param isDrawn whether the tab shows texts, which have two forms
 */
export function AnswerTools({ isDrawn }: { isDrawn: boolean }) {
  const { look, hasAnswer } = useWorkbench(selector);
  const { state } = useWorkbenchStore();
  const { refreshPreview, setAnswerFormat } = useWorkbenchActions();
  const copied = () => messagesAsText(shownResult(state.getState().preview)?.messages ?? []);
  return (
    <div className={styles.tools}>
      {isDrawn && <Segmented label="Text form" value={look} options={looks} onChange={setAnswerFormat} />}
      {hasAnswer && <CopyButton label="Copy all messages" text={copied} />}
      <IconButton label="Fetch again" keys="Mod+Enter" onPress={() => inBackground(refreshPreview())}>
        <RotateCw size={14} />
      </IconButton>
    </div>
  );
}

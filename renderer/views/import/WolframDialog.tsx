import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { FramedText } from '../../components/text/FramedText.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WolframQuestion } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { NoteList } from './NoteList.tsx';
import { strings } from './strings.ts';
import styles from './WolframDialog.module.css';

const selector = ({ wolfram }: WorkbenchState) => ({ wolfram });

/** A prompt, a list or a server as Wolfram Language: first what is lost, then the text to copy. */
export default function WolframDialog() {
  const { wolfram } = useWorkbench(selector);
  const { closeWolfram } = useWorkbenchActions();
  if (wolfram.status === 'closed') return null;
  const { question, answer, failure } = wolfram;
  return (
    <Modal
      title="Copy as Wolfram Language"
      size="large"
      onClose={closeWolfram}
      footer={<WolframFooter text={answer?.text} />}
    >
      {question.kind !== 'prompt' && <Extent question={question} />}
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {answer && answer.notes.length > 0 && (
        <section className={styles.notes}>
          <h3>Wolfram's server doesn't support these; they appear as comments in the text</h3>
          <NoteList notes={answer.notes} />
        </section>
      )}
      <FramedText className={styles.text}>{answer?.text ?? ''}</FramedText>
    </Modal>
  );
}

const extents = [
  { value: 'server', label: 'The server' },
  { value: 'prompts', label: 'Its list of prompts' },
] as const;

function Extent({ question }: { question: Exclude<WolframQuestion, { kind: 'prompt' }> }) {
  const { openWolfram } = useWorkbenchActions();
  return (
    <div>
      <Segmented
        label="What to copy"
        value={question.kind}
        options={extents}
        onChange={(kind) => inBackground(openWolfram({ kind, server: question.server }))}
      />
    </div>
  );
}

function WolframFooter({ text }: { text: string | undefined }) {
  const { closeWolfram } = useWorkbenchActions();
  const [lastCopy, setLastCopy] = useState<{ text: string; isDone: boolean }>();
  const outcome = lastCopy?.text === text ? lastCopy : undefined;
  const copy = async () => {
    if (text === undefined) return;
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setLastCopy({ text, isDone });
  };
  return (
    <>
      <Text as="span" role="status" tone="warning" size="s" push="end">
        {outcome && !outcome.isDone && strings.cannotCopy}
      </Text>
      <Button onPress={closeWolfram}>Close</Button>
      <Button variant="primary" isDisabled={text === undefined} onPress={() => inBackground(copy())}>
        {outcome?.isDone ? <Check size={14} /> : <Copy size={14} />}
        {outcome?.isDone ? 'Copied' : 'Copy'}
      </Button>
    </>
  );
}

import { Bot, User } from 'lucide-react';
import { useMemo, useState } from 'react';
import { VisuallyHidden } from 'react-aria-components/VisuallyHidden';
import type { KeyPath } from '../../../../src/base/json.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { DropTarget } from '../../../components/reorder/DropTarget.tsx';
import { type DraggedItem, DraggedItemContext } from '../../../components/reorder/dragged-item.ts';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useProblemsAt } from '../../editor/useDefinitionField.ts';
import { strings } from '../strings.ts';
import { MessageCard } from './MessageCard.tsx';
import styles from './MessagesEditor.module.css';
import { MessagesContext } from './messages-context.ts';
import { useMessageActions } from './useMessageActions.ts';

/** The messages of a prompt, one card each. `at` is the path of the list. */
export default function MessagesEditor({ at }: { at: KeyPath }) {
  const count = useWorkbench((state) => {
    const list = valueIn(state, at);
    return Array.isArray(list) ? list.length : 0;
  });
  const problems = useProblemsAt(at).filter((problem) => problem.at.length <= at.length);
  const [sentence, announce] = useState('');
  const [draggedItem, setDraggedItem] = useState<DraggedItem>();
  const dragState = useMemo(() => ({ draggedItem, setDraggedItem }), [draggedItem]);
  const actions = useMessageActions(at, announce);
  return (
    <MessagesContext value={{ ...actions, at, count }}>
      <DraggedItemContext value={dragState}>
        {count === 0 && <Text tone="faint">{strings.noMessages}</Text>}
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a card edits an index.
          <MessageCard key={index} index={index} />
        ))}
        <DropTarget
          sort="message"
          label="After the last message"
          className={styles.add}
          onMove={(from) => inBackground(actions.moveMessage(Number(from), count - 1))}
        >
          <Button variant="quiet" onPress={() => inBackground(actions.addMessage('user'))}>
            <User size={14} />
            Add user message
          </Button>
          <Button variant="quiet" onPress={() => inBackground(actions.addMessage('assistant'))}>
            <Bot size={14} />
            Add assistant message
          </Button>
        </DropTarget>
        <FieldProblems problems={problems} />
        <VisuallyHidden role="status">{sentence}</VisuallyHidden>
      </DraggedItemContext>
    </MessagesContext>
  );
}

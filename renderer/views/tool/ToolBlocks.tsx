import type { KeyPath } from '../../../src/base/json.ts';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Stack } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { blockKind, type NewBlockType, newBlock } from '../../store/content/blocks.ts';
import { selectFirstSource } from '../../store/content/content-actions.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { AddBlockMenu } from '../prompt/messages/AddBlockMenu.tsx';
import { ToolBlock } from './ToolBlock.tsx';

/** The blocks of an answer. `at` is the path of the list. */
export function ToolBlocks({ at }: { at: KeyPath }) {
  const list = useWorkbench((state) => valueIn(state, at));
  const { edit, restructure, restructureWithNotice, moveItem, blockForFile } = useWorkbenchActions();
  const problems = useProblemsAt(at).filter((problem) => problem.at.length === at.length);
  const blocks = Array.isArray(list) ? list : [];
  const source = useWorkbench(selectFirstSource);
  const add = (type: NewBlockType) => edit(at, [...blocks, newBlock(type, true, source)]);
  const addFile = async (file: File) => {
    const block = await blockForFile(file);
    if (block !== undefined) await restructure(at, (before) => [...(Array.isArray(before) ? before : []), block]);
  };
  return (
    <Stack gap={2}>
      {blocks.map((block, index) => (
        <ToolBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block edits an index.
          key={index}
          at={[...at, index]}
          kind={blockKind(block)}
          index={index}
          count={blocks.length}
          onMove={(by) => inBackground(moveItem(at, index, index + by))}
          onDuplicate={() => edit(at, blocks.toSpliced(index, 0, block))}
          onRemove={(name) =>
            inBackground(
              restructureWithNotice(`Removed the ${name}`, at, (before) =>
                Array.isArray(before) ? before.toSpliced(index, 1) : before,
              ),
            )
          }
        />
      ))}
      <FieldProblems problems={problems} />
      <div>
        <AddBlockMenu label="Add to the answer" onAdd={add} onAddFile={(file) => inBackground(addFile(file))} />
      </div>
    </Stack>
  );
}

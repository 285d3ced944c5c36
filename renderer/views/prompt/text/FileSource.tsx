import type { DefinitionKind } from '../../../../src/model/definitions.ts';
import { CodeText } from '../../../components/CodeText.tsx';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectSourceText } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';

const folders: Readonly<Record<string, DefinitionKind>> = {
  servers: 'server',
  prompts: 'prompt',
  tools: 'tool',
  sources: 'source',
};

const selector = ({ definition }: WorkbenchState) => {
  const view = definition.status === 'open' ? definition.view : undefined;
  return { problems: view?.problems, kind: folders[view?.file.split('/')[0] ?? ''] };
};

/** The very text of the open file, with its problems underlined. */
export function FileSource() {
  const text = useWorkbench(selectSourceText);
  const { problems, kind } = useWorkbench(selector);
  const { editSource, flush } = useWorkbenchActions();
  return (
    <CodeText
      label="Text of the file"
      value={text}
      onChange={editSource}
      onBlur={() => void flush()}
      language="yaml"
      definitionKind={kind}
      problems={problems}
    />
  );
}

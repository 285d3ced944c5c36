import type { DefinitionKind } from '../../../../src/model/definitions.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { inBackground } from '../../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectFileText, selectOpenProblems } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { strings } from '../strings.ts';

const folders: Readonly<Record<string, DefinitionKind>> = {
  servers: 'server',
  prompts: 'prompt',
  tools: 'tool',
  sources: 'source',
};

const selector = (state: WorkbenchState) => {
  const view = state.definition.status === 'open' ? state.definition.view : undefined;
  const folder = view?.file.split('/')[0] ?? '';
  return { problems: selectOpenProblems(state), kind: folders[folder], isForeign: view?.encoding !== undefined };
};

/** The YAML of the open file, with its problems underlined. Read-only while the file is not UTF-8. */
export function FileSource() {
  const text = useWorkbench(selectFileText);
  const { problems, kind, isForeign } = useWorkbench(selector);
  const { editFileText, flush, convertToUtf8 } = useWorkbenchActions();
  return (
    <>
      {isForeign && (
        <Notice
          tone="warning"
          title="This file is not UTF-8"
          actions={
            <Button variant="primary" onPress={() => inBackground(convertToUtf8())}>
              Convert it to UTF-8
            </Button>
          }
        >
          {strings.aboutConversion}
        </Notice>
      )}
      <CodeText
        label="Text of the file"
        value={text}
        {...(isForeign ? {} : { onChange: editFileText })}
        onBlur={() => inBackground(flush())}
        language="yaml"
        definitionKind={kind}
        problems={problems}
      />
    </>
  );
}

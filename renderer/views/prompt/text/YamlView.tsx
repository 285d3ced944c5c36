import { useMemo, useRef } from 'react';
import type { ProblemView } from '../../../../src/contract/contract.ts';
import type { DefinitionKind } from '../../../../src/model/definitions.ts';
import { Button } from '../../../components/controls/Button.tsx';
import { Notice } from '../../../components/status/Notice.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { inBackground } from '../../../in-background.ts';
import { type DefinitionFix, definitionFixes } from '../../../store/problems/problem-causes.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { selectFileText, selectOpenProblems } from '../../../store/selectors.ts';
import type { WorkbenchState } from '../../../store/state.ts';
import { fixLabel } from '../../editor/fix-label.ts';
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
export default function YamlView() {
  const text = useWorkbench(selectFileText);
  const { problems, kind, isForeign } = useWorkbench(selector);
  const { editFileText, flush, convertToUtf8, fixProblem } = useWorkbenchActions();
  const input = useRef<HTMLInputElement>(null);
  /** The problem and the fix that wait for a file. */
  const waitingAction = useRef<(file: File) => void>(undefined);
  const problemsWithFixes = useMemo(() => {
    const apply = (problem: ProblemView, fix: DefinitionFix) => {
      if (fix.kind !== 'choose-file') return inBackground(flush().then(() => fixProblem(problem, fix)));
      waitingAction.current = (file) => inBackground(flush().then(() => fixProblem(problem, fix, file)));
      input.current?.click();
    };
    return problems.map((problem) => ({
      ...problem,
      fixes: definitionFixes(problem).map((fix) => ({ label: fixLabel(fix), apply: () => apply(problem, fix) })),
    }));
  }, [problems, flush, fixProblem]);
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
        problems={problemsWithFixes}
      />
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File for the block"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) waitingAction.current?.(file);
        }}
      />
    </>
  );
}

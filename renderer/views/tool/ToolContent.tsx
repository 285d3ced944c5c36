import type { ReactNode } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Field } from '../../components/fields/Field.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { readText } from '../../store/content/prompt-form.ts';
import { type ToolContentKind, toolContentKind, withContentKind } from '../../store/content/schema/tool-content.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { KindSelect } from '../editor/KindSelect.tsx';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { FunctionEditor } from '../prompt/text/FunctionEditor.tsx';
import { TextEditor, TextSwitch } from '../prompt/text/TextEditor.tsx';
import { useOtherProblems } from '../prompt/useOtherProblems.ts';
import { strings } from './strings.ts';
import { ToolBlocks } from './ToolBlocks.tsx';
import styles from './ToolPage.module.css';
import { ToolRead, ToolSearch } from './ToolSearch.tsx';

const kinds = [
  { value: 'text', label: 'Text', note: 'Plain, or a template with slots' },
  { value: 'blocks', label: 'Blocks', note: 'Text, images and files in one answer' },
  { value: 'function', label: 'Function', note: 'JavaScript that returns the answer' },
  { value: 'search', label: 'Search', note: 'What sources find' },
  { value: 'read', label: 'Page', note: 'A page of a source' },
  { value: 'prompt', label: 'Prompt', note: 'The messages of a prompt' },
  { value: 'mcp', label: 'Other server', note: 'What its tool answers' },
] as const satisfies readonly { value: ToolContentKind; label: string; note: string }[];

type Kind = (typeof kinds)[number]['value'];

/** What an answer of each kind consists of, for the question before it is removed. */
const parts: Readonly<Record<Kind, string>> = {
  text: 'the text',
  blocks: 'the blocks',
  function: 'the function',
  search: 'the sources and the query of the search',
  read: 'the sources of the pages',
  prompt: 'the name of the prompt',
  mcp: 'the source and the tool',
};

const shownBelow: readonly KeyPath[] = [
  [],
  ['Blocks'],
  ['Function'],
  ['Search', 'Sources'],
  ['Search', 'Query'],
  ['Search', 'Budget'],
  ['Search', 'Options'],
  ['Search', 'Structured'],
  ['Read', 'Sources'],
  ['Read', 'Budget'],
  ['Prompt'],
  ['MCP', 'Source'],
  ['MCP', 'Tool'],
];

/** The content that answers a call of the tool. */
export function ToolContent({ at }: { at: KeyPath }) {
  const value = useWorkbench((state) => valueIn(state, at));
  const kind = toolContentKind(value);
  const { edit, restructureWithNotice } = useWorkbenchActions();
  const problems = useOtherProblems(at, shownBelow);
  const choose = (next: Kind) => {
    if (next === kind) return;
    const { value: nextValue, isLost } = withContentKind(value, next);
    if (!isLost) return edit(at, nextValue);
    inBackground(
      restructureWithNotice('Changed the kind of answer and removed the previous content', at, () => nextValue),
    );
  };
  return (
    <Section
      title="Answer"
      isContent
      aside={
        kind !== 'other' && (
          <KindSelect<Kind>
            label="Kind of answer"
            kind={kind}
            kinds={kinds}
            lostIn={(next) => (next !== kind && withContentKind(value, next).isLost ? [parts[kind]] : [])}
            onChange={choose}
          />
        )
      }
    >
      <Body kind={kind} at={at} />
      <FieldProblems problems={problems} />
    </Section>
  );
}

function Body({ kind, at }: { kind: ToolContentKind; at: KeyPath }): ReactNode {
  switch (kind) {
    case 'text':
      return <TextAnswer at={at} />;
    case 'blocks':
      return <ToolBlocks at={[...at, 'Blocks']} />;
    case 'function':
      return <FunctionEditor at={[...at, 'Function']} />;
    case 'search':
      return <ToolSearch at={[...at, 'Search']} />;
    case 'read':
      return <ToolRead at={[...at, 'Read']} />;
    case 'prompt':
      return <OnePrompt at={[...at, 'Prompt']} />;
    case 'mcp':
      return <Upstream at={[...at, 'MCP']} />;
    case 'other':
      return <Text tone="faint">{strings.noForm}</Text>;
  }
}

function TextAnswer({ at }: { at: KeyPath }) {
  const form = readText(
    useWorkbench((state) => valueIn(state, at)),
    at,
  );
  if (!form) return null;
  return (
    <>
      <Row align="center" justify="between" gap={2}>
        <Text tone="faint">{form.isTemplate ? strings.slotsAreFilled : strings.textIsUnchanged}</Text>
        <TextSwitch form={form} label="Answer" />
      </Row>
      <TextEditor form={form} label="Answer text" isMain />
    </>
  );
}

function OnePrompt({ at }: { at: KeyPath }) {
  const field = useDefinitionField(at);
  return <Field label="Prompt" mono description={strings.promptName} {...field} />;
}

/** Forwards calls to a tool of another server, which also provides the schema and the hints. */
function Upstream({ at }: { at: KeyPath }) {
  const source = useDefinitionField([...at, 'Source']);
  const tool = useDefinitionField([...at, 'Tool']);
  return (
    <div className={styles.names}>
      <Field label="Source" mono description={strings.mcpSource} {...source} />
      <Field label="Tool" mono description={strings.upstreamTool} {...tool} />
    </div>
  );
}

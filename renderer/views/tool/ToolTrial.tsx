import { Suspense, useEffect } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { PaneBar, PaneBody } from '../../components/layout/PaneBar.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { onModEnter } from '../../components/overlay/keys.ts';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { inBackground } from '../../in-background.ts';
import { fieldsOf, jsonArguments, typedArguments } from '../../store/content/schema/schema-form.ts';
import { selectToolTrial, type ToolSelection } from '../../store/content/schema/tools.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { findTool } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ArgumentFields, focusArgument } from './ArgumentFields.tsx';
import { CallQuestion, useCallQuestion } from './CallQuestion.tsx';
import { JsonArguments } from './JsonArguments.tsx';
import { strings } from './strings.ts';

const ToolAnswerView = lazyView(() => import('./ToolAnswerView.tsx'));

/** The right of the window for a tool: its arguments, the call and the answer. */
export default function ToolTrial({ selection }: { selection: ToolSelection }) {
  const tool = useWorkbench((state: WorkbenchState) => findTool(state, selection)?.tool);
  const trial = useWorkbench((state: WorkbenchState) => selectToolTrial(state, selection));
  const { readListedTool, callTool, cancelTool, typeArgument, typeArguments } = useWorkbenchActions();
  const question = useCallQuestion();
  const isPassedOn = tool?.isServed === true && tool.inputSchema === undefined;
  useEffect(() => {
    if (isPassedOn) inBackground(readListedTool(selection));
  }, [isPassedOn, readListedTool, selection]);
  if (tool?.unavailable !== undefined) {
    return (
      <>
        <Head />
        <EmptyState title="Nothing to try">{tool.unavailable}</EmptyState>
      </>
    );
  }
  if (!tool?.isServed) {
    return (
      <>
        <Head />
        <EmptyState title="Nothing to try">{strings.toolHasError}</EmptyState>
      </>
    );
  }
  const fields = fieldsOf(tool.inputSchema ?? trial.inputSchema);
  const { value, faults } =
    trial.json === undefined ? typedArguments(fields, trial.typedTexts) : jsonArguments(trial.json);
  const isReady = Object.keys(faults).length === 0;
  const isCalling = trial.answer.status === 'calling';
  const call = () => inBackground(callTool(selection, value));
  const press = () => {
    if (isCalling) return;
    if (!isReady) return focusArgument(Object.keys(faults)[0] ?? '');
    if (tool.risk?.mayDestroy) question.ask();
    else call();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut applies to everything inside.
    <div style={{ display: 'contents' }} onKeyDown={onModEnter(press)}>
      <Head />
      <PaneBody>
        {trial.json === undefined ? (
          <ArgumentFields
            fields={fields}
            typedTexts={trial.typedTexts}
            faults={faults}
            value={value}
            onType={(name, text) => typeArgument(selection, name, text)}
            onEnter={press}
            onJson={(json) => typeArguments(selection, json)}
          />
        ) : (
          <JsonArguments json={trial.json} fault={faults.json} onJson={(json) => typeArguments(selection, json)} />
        )}
        {trial.json === undefined && (
          <Section title="Arguments to send">
            <JsonText label="Arguments to send" value={value} />
          </Section>
        )}
        {question.isOpen && isReady ? (
          <CallQuestion question={question} title="This tool may delete or overwrite data" onCall={call}>
            {tool.risk?.mayReachOut && strings.mayReachOut}
          </CallQuestion>
        ) : (
          <Row justify="end" align="center" gap={2} wrap>
            {trial.json === undefined && fields.some(({ kind }) => kind === 'text') && (
              <Text as="span" tone="faint" size="s" shrink push="end">
                {strings.lineKeys}
              </Text>
            )}
            {isCalling && <Button onPress={() => cancelTool(selection)}>Stop</Button>}
            <Button ref={question.button} variant="primary" isPending={isCalling} onPress={press}>
              {isCalling ? 'Calling…' : 'Call the tool'}
            </Button>
          </Row>
        )}
        <Suspense>
          <ToolAnswerView
            selection={selection}
            answer={trial.answer}
            args={value}
            onCallAgain={isReady ? press : undefined}
          />
        </Suspense>
      </PaneBody>
    </div>
  );
}

function Head() {
  return (
    <PaneBar>
      <h2>Try the tool</h2>
    </PaneBar>
  );
}

import { useState } from 'react';
import { riskOf } from '../../../src/model/tool/tool-risk.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { CompletedText } from '../../components/fields/CompletedText.tsx';
import { PaneBar, PaneBody } from '../../components/layout/PaneBar.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { onLineEnter, onModEnter } from '../../components/overlay/keys.ts';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { inBackground } from '../../in-background.ts';
import { fieldsOf, jsonArguments, typedArguments } from '../../store/content/schema/schema-form.ts';
import { isObject, type JsonObject } from '../../store/definition/json.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { type Inspection, listedItem, serverOf } from '../../store/inspect/inspector-state.ts';
import { chosenItem, type Item, itemKey } from '../../store/state/inspect.ts';
import { focusValue } from '../preview/ArgumentForm.tsx';
import { ArgumentFields, focusArgument } from '../tool/ArgumentFields.tsx';
import { CallQuestion, type CallQuestionState, useCallQuestion } from '../tool/CallQuestion.tsx';
import { JsonArguments } from '../tool/JsonArguments.tsx';
import { InspectAnswerView } from './InspectAnswerView.tsx';
import { argumentsOf, type PreparedRequest, requestOf, templateArguments } from './requests.ts';
import { strings } from './strings.ts';
import { useInspection, useInspector, useInspectPage } from './useInspector.ts';

interface TrialProps {
  readonly inspector: Inspector;
  readonly id: string;
  readonly inspection: Inspection;
  readonly item: Item;
  readonly listEntry: JsonObject;
}

const headings: Readonly<Record<Item['list'], string>> = {
  prompts: 'Try the prompt',
  tools: 'Try the tool',
  resources: 'Read the resource',
  resourceTemplates: 'Read a resource',
};

/** The right of the window for an inspected server: the values of the chosen item, the request and its answer. */
export default function InspectTrial({ id }: { id: string }) {
  const inspector = useInspector();
  const inspection = useInspection(inspector, id);
  const item = chosenItem(useInspectPage(id));
  const listedEntry = item && listedItem(inspection, item);
  return (
    <>
      <PaneBar>
        <h2>{item ? headings[item.list] : 'Try'}</h2>
      </PaneBar>
      {item && listedEntry ? (
        <Trial
          key={itemKey(item)}
          inspector={inspector}
          id={id}
          inspection={inspection}
          item={item}
          listEntry={listedEntry}
        />
      ) : (
        <EmptyState title="Nothing chosen">
          {inspection.connection.status === 'open' ? strings.chooseItem : strings.connectFirst}
        </EmptyState>
      )}
    </>
  );
}

function Trial(props: TrialProps) {
  const { inspector, id, inspection, item, listEntry } = props;
  const question = useCallQuestion();
  const [isAsking, setAsking] = useState(false);
  const answer = inspection.answers[itemKey(item)] ?? { status: 'none' };
  const typedValues = inspection.typedTexts[itemKey(item)] ?? {};
  const request = requestOf(item, listEntry, typedValues, inspection.json[itemKey(item)]);
  const isWaiting = answer.status === 'waiting';
  const isOpen = inspection.connection.status === 'open';
  const annotations = isObject(listEntry.annotations) ? listEntry.annotations : {};
  const send = () => {
    setAsking(false);
    if (request.params && isOpen && !isWaiting) inBackground(inspector.send(id, item, request.method, request.params));
  };
  const { mayDestroy, mayReachOut } = riskOf(annotations);
  const { missingNames, faulty } = request;
  const press = () => {
    if (faulty !== undefined) focusArgument(faulty);
    else if (missingNames[0] !== undefined) {
      setAsking(true);
      focusValue(missingNames[0]);
    } else if (item.list === 'tools' && mayDestroy) question.ask();
    else send();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut applies to everything inside.
    <div style={{ display: 'contents' }} onKeyDown={onModEnter(press)}>
      <PaneBody>
        <Text weight="bold" breaks>
          {item.name}
        </Text>
        {item.list === 'tools' ? (
          <ToolFields {...props} typedTexts={typedValues} onEnter={press} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: handles a key of the fields inside.
          <div style={{ display: 'contents' }} onKeyDown={onLineEnter(press)}>
            <TextFields {...props} typedTexts={typedValues} />
          </div>
        )}
        {question.isOpen && request.params ? (
          <CallQuestion question={question} title="Call a tool that may delete data?" onCall={send}>
            {annotations.destructiveHint === true ? strings.destructive : strings.notReadOnly}
            {mayReachOut && ` ${strings.mayReachOut}`}
          </CallQuestion>
        ) : (
          <SendButtons
            button={question.button}
            request={request}
            isWaiting={isWaiting}
            isOpen={isOpen}
            onSend={press}
            onStop={() => inspector.cancel(id, item)}
          />
        )}
        {isAsking && missingNames.length > 0 && isOpen && (
          <Notice tone="warning" actions={<Button onPress={() => question.close(send)}>Send anyway</Button>}>
            {strings.missingValues(missingNames)}
          </Notice>
        )}
        <FollowChanges {...props} params={missingNames.length === 0 ? request.params : undefined} onRead={send} />
        <InspectAnswerView answer={answer} list={item.list} />
      </PaneBody>
    </div>
  );
}

interface SendButtonsProps {
  readonly button: CallQuestionState['button'];
  readonly request: PreparedRequest;
  readonly isWaiting: boolean;
  readonly isOpen: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

function SendButtons({ button, request, isWaiting, isOpen, onSend, onStop }: SendButtonsProps) {
  return (
    <Row justify="end" gap={2} wrap align="center">
      {!isOpen && (
        <Text as="span" tone="faint" size="s">
          {strings.connectFirst}
        </Text>
      )}
      {isWaiting && <Button onPress={onStop}>Stop</Button>}
      <Button ref={button} variant="primary" isDisabled={!isOpen} isPending={isWaiting} onPress={onSend}>
        {isWaiting ? 'Waiting…' : request.label}
      </Button>
    </Row>
  );
}

/** Follows a resource, if its server announces changes, and offers to read it again after one. */
function FollowChanges({
  inspector,
  id,
  inspection,
  params,
  onRead,
}: Pick<TrialProps, 'inspector' | 'id' | 'inspection'> & {
  params: JsonObject | undefined;
  onRead: () => void;
}) {
  const server = serverOf(inspection);
  const { resources } = isObject(server?.capabilities) ? server.capabilities : {};
  const uri = params?.uri;
  if (!server || typeof uri !== 'string' || !isObject(resources) || resources.subscribe !== true) return null;
  const resource = server.followedResources.find((followedResource) => followedResource.uri === uri);
  const isChanged = resource !== undefined && resource.changes > (inspection.readChanges[uri] ?? 0);
  return (
    <>
      <Checkbox
        isSelected={resource !== undefined}
        isDisabled={inspection.connection.status !== 'open'}
        onChange={(isFollowed) => inBackground(inspector.follow(id, uri, isFollowed))}
      >
        Follow its changes
      </Checkbox>
      {isChanged && (
        <Notice tone="info" actions={<Button onPress={onRead}>Read it again</Button>}>
          {strings.resourceChanged}
        </Notice>
      )}
    </>
  );
}

type FieldsProps = TrialProps & { readonly typedTexts: Readonly<Record<string, string>> };

function ToolFields({
  inspector,
  id,
  inspection,
  item,
  listEntry,
  typedTexts,
  onEnter,
}: FieldsProps & { onEnter: () => void }) {
  const json = inspection.json[itemKey(item)];
  const onJson = (text: string | undefined) => inspector.typeJson(id, item, text);
  if (json !== undefined) return <JsonArguments json={json} fault={jsonArguments(json).faults.json} onJson={onJson} />;
  const fields = fieldsOf(listEntry.inputSchema);
  const { value, faults } = typedArguments(fields, typedTexts);
  return (
    <ArgumentFields
      fields={fields}
      typedTexts={typedTexts}
      faults={faults}
      value={value}
      onType={(name, text) => inspector.type(id, item, name, text)}
      onEnter={onEnter}
      onJson={onJson}
    />
  );
}

/** The arguments of a prompt, or the variables of a resource template, with the server's completions. */
function TextFields({ inspector, id, item, listEntry, typedTexts }: FieldsProps) {
  const fields =
    item.list === 'prompts'
      ? argumentsOf(listEntry)
      : item.list === 'resourceTemplates'
        ? templateArguments(item.name)
        : [];
  const ref =
    item.list === 'prompts' ? { type: 'ref/prompt', name: item.name } : { type: 'ref/resource', uri: item.name };
  return fields.map(({ name, title, description, isRequired }, place) => (
    <CompletedText
      key={name}
      label={title ?? name}
      description={description}
      hue={threadOf(place)}
      argument={name}
      hint={
        <>
          {/* The server's errors use the name. */}
          {title !== undefined && title !== name && (
            <Text as="span" tone="faint" size="xs" mono>
              {name}
            </Text>
          )}
          <Text as="span" tone={isRequired ? 'accent' : 'faint'} size="xs">
            {isRequired ? 'required' : 'optional'}
          </Text>
        </>
      }
      value={Object.hasOwn(typedTexts, name) ? (typedTexts[name] ?? '') : ''}
      onChange={(text) => inspector.type(id, item, name, text)}
      complete={(value) => {
        const { [name]: _, ...otherTexts } = typedTexts;
        return inspector.complete(id, { ref, argument: { name, value }, context: { arguments: otherTexts } });
      }}
    />
  ));
}

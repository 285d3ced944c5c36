import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { sourceNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { NameField } from '../../components/fields/NameField.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { inBackground } from '../../in-background.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { findSource } from '../../store/sources/source-selectors.ts';
import type { SourceSummary } from '../../store/state/searches.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ReadOnlyPage } from '../editor/ReadOnlyPage.tsx';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';
import { useFinishedField } from '../editor/useFinishedField.ts';
import { HelpHint } from '../help/HelpHint.tsx';
import { afterClosing } from '../shell/focus.ts';
import { jumpToField } from '../shell/jump.ts';
import { EmbeddingsFields } from './EmbeddingsFields.tsx';
import { type FolderHold, FoldersField, type FoldersFieldProps } from './FoldersField.tsx';
import styles from './fields.module.css';
import { JudgedQueries } from './JudgedQueries.tsx';
import { LinesField } from './LinesField.tsx';
import { PairsField } from './PairsField.tsx';
import { SourceStateView } from './SourceStateView.tsx';
import { SourceUsers } from './SourceUsers.tsx';
import { strings } from './strings.ts';
import { WebFields } from './WebFields.tsx';
import { WolframAlphaFields } from './WolframAlphaFields.tsx';

const optionalField = { removesWhenEmpty: true };
const namePlace = pathKey(['Name']);
const docCommentsPlace = pathKey(['DocComments']);

const selectOpen = (state: WorkbenchState) =>
  state.selection?.kind === 'source' ? findSource(state, state.selection.source) : undefined;

/** One source: its settings, its state and its search quality. */
export default function SourcePage() {
  const source = useWorkbench(selectOpen);
  const [hold, setHold] = useState<FolderHold>();
  if (!source) return <EmptyState title="Source not found">{strings.sourceNotFound}</EmptyState>;
  if (source.builtin) return <BuiltinSource source={source} />;
  return (
    <>
      <SourceFacts name={source.name} />
      <PlaceFields type={source.type} onHold={setHold} />
      <SourceStateView source={source} hold={hold} />
      {source.type === 'Documentation' && <ReadingFields />}
      {source.type === 'Documentation' && <EmbeddingsFields source={source} />}
      <UsedBy source={source} />
      <JudgedQueries source={source} />
      <DeleteSource source={source} />
    </>
  );
}

/** Where the source looks. Its state follows, because a person looks there after a change. */
function PlaceFields({ type, onHold }: Pick<SourceSummary, 'type'> & FoldersFieldProps) {
  switch (type) {
    case 'Documentation':
      return (
        <Stack gap={4}>
          <FoldersField onHold={onHold} />
          <WebFields />
        </Stack>
      );
    case 'WolframAlpha':
      return <WolframAlphaFields />;
    case 'MCP':
      return <McpFields />;
  }
}

function BuiltinSource({ source }: { source: SourceSummary }) {
  return (
    <ReadOnlyPage name={source.name} origin={`built in · ${source.type}`}>
      <div>
        {source.title !== undefined && <Text as="p">{source.title}</Text>}
        {source.description && <Text as="p">{source.description}</Text>}
        <Text as="p" tone="faint">
          {strings.builtinSource(source.name)}
        </Text>
      </div>
      <SourceStateView source={source} />
      <JudgedQueries source={source} />
    </ReadOnlyPage>
  );
}

/** What of its files a documentation source reads, and what it says about them. */
function ReadingFields() {
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <LinesField
          at={['Include']}
          label="Include"
          hint={<HelpHint topic="patterns" of="patterns" />}
          description={strings.includePatterns}
          placeholder="**/*.md"
          removesWhenEmpty
        />
        <LinesField
          at={['Exclude']}
          label="Exclude"
          description={strings.excludePatterns}
          placeholder="drafts/**"
          removesWhenEmpty
        />
      </div>
      <div className={styles.wide} data-at={docCommentsPlace}>
        <DocCommentsField />
      </div>
      <div className={styles.pair}>
        <BaseUrlField />
        <VersionField />
      </div>
      <div className={styles.wide}>
        <LinesField
          at={['Synonyms']}
          label="Synonyms"
          description={strings.synonyms}
          placeholder="handle, crank => lever"
          removesWhenEmpty
        />
      </div>
    </div>
  );
}

/** Where the pages are on the web. */
function BaseUrlField() {
  const field = useDefinitionField(['BaseUrl'], optionalField);
  return (
    <Field
      label="Web address"
      mono
      placeholder="https://docs.example.com/{path}"
      description={strings.baseUrl}
      {...field}
    />
  );
}

function VersionField() {
  const field = useDefinitionField(['Version'], optionalField);
  return <Field label="Version" placeholder="3.11" description={strings.version} {...field} />;
}

function DocCommentsField() {
  const isSelected = useWorkbench((state) => valueIn(state, ['DocComments']) === true);
  const problems = useProblemsAt(['DocComments']);
  const { editAsStep } = useWorkbenchActions();
  return (
    <>
      <FieldProblems problems={problems} />
      <Checkbox
        isSelected={isSelected}
        onChange={(isChosen) => editAsStep(['DocComments'], isChosen ? true : undefined)}
      >
        {strings.readDocComments}
      </Checkbox>
    </>
  );
}

/** The server of an MCP source, by command or address, and the tool to call. */
function McpFields() {
  const command = useFinishedField(['Command'], optionalField);
  const url = useFinishedField(['Url'], optionalField);
  const tool = useDefinitionField(['Tool']);
  const argument = useDefinitionField(['Argument'], optionalField);
  const isUrl = url.value !== '' && command.value === '';
  return (
    <div className={styles.fields}>
      <Field label="Command" mono placeholder="A program; it runs without a shell" isReadOnly={isUrl} {...command} />
      <Field label="Address" mono placeholder="https://" isReadOnly={command.value !== ''} {...url} />
      {command.value !== '' && (
        <>
          <div className={styles.wide}>
            <LinesField at={['Args']} label="Command arguments" placeholder="One per line" removesWhenEmpty />
          </div>
          <div className={styles.wide}>
            <PairsField at="Env" />
          </div>
        </>
      )}
      {url.value !== '' && (
        <div className={styles.wide}>
          <PairsField at="Headers" />
        </div>
      )}
      <Field label="Tool" mono placeholder="The tool to call" {...tool} />
      <Field label="Query argument" mono placeholder="query" {...argument} />
    </div>
  );
}

function UsedBy({ source: { usedBy } }: { source: SourceSummary }) {
  return (
    <Section title="Used by">
      {usedBy.length === 0 ? (
        <Text tone="soft">{strings.notUsed}</Text>
      ) : (
        <SourceUsers label="Used by" users={usedBy} />
      )}
    </Section>
  );
}

function DeleteSource({ source }: { source: SourceSummary }) {
  const { requestSourceDeletion } = useWorkbenchActions();
  return (
    <div className={styles.end}>
      <p>{strings.deletingKeepsFiles}</p>
      <Button variant="danger" onPress={() => inBackground(requestSourceDeletion(source.name))}>
        <Trash2 size={14} />
        Delete source
      </Button>
    </div>
  );
}

const selectOthers = ({ sources, selection }: WorkbenchState) =>
  sources.list.filter(({ builtin, name }) => !builtin && !(selection?.kind === 'source' && selection.source === name));

/** The name, title and description of a source. */
function SourceFacts({ name }: { name: string }) {
  const store = useWorkbenchStore();
  const rename = async (next: string) => {
    await store.actions.renameSource(name, next);
    // The page of the new file replaces this one, and the focus goes to its pane unless it is in another field.
    afterClosing(() => {
      if (!document.activeElement?.matches('input, textarea, [contenteditable]'))
        inBackground(jumpToField(store, ['Name']));
    });
  };
  const check = (typedText: string) =>
    sourceNameProblem(
      typedText,
      selectOthers(store.state.getState()).map((otherSource) => otherSource.name),
      name,
    );
  const title = useDefinitionField(['Title'], optionalField);
  const description = useDefinitionField(['Description'], optionalField);
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <NameField
          label="Name"
          name={name}
          place={namePlace}
          readNote={async () => strings.renaming}
          check={check}
          onCommit={rename}
        />
        <Field label="Title" placeholder="Display name" {...title} />
      </div>
      <div className={styles.wide}>
        <Field label="Description" placeholder="What it contains" {...description} />
      </div>
    </div>
  );
}

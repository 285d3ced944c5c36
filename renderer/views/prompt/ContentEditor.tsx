import { type ReactNode, Suspense } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';
import { inBackground } from '../../in-background.ts';
import { type ContentForm, type ContentKind, contentKind, convertContent } from '../../store/content/content.ts';
import { readText } from '../../store/content/prompt-form.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { KindSelect } from '../editor/KindSelect.tsx';
import { HelpHint } from '../help/HelpHint.tsx';
import type { HelpTopic } from '../help/hints.ts';
import styles from './ContentEditor.module.css';
import { strings } from './strings.ts';
import { FunctionEditor } from './text/FunctionEditor.tsx';
import { TextEditor, TextSwitch } from './text/TextEditor.tsx';
import { useOtherProblems } from './useOtherProblems.ts';

const MessagesEditor = lazyView(() => import('./messages/MessagesEditor.tsx'));
const WolframEditor = lazyView(() => import('./text/WolframEditor.tsx'));
const SearchFields = lazyView(() => import('./messages/SearchFields.tsx'));

const forms = [
  { value: 'text', label: 'Text', note: 'Plain, or a template with slots' },
  { value: 'messages', label: 'Messages', note: 'Roles, images and files' },
  { value: 'function', label: 'Function', note: 'JavaScript that returns the answer' },
  { value: 'search', label: 'Search', note: 'What sources find' },
] as const;

/** The content of the prompt: a text, messages, a function or a search. */
export function ContentEditor({ at }: { at: KeyPath }) {
  const kind = useWorkbench((state) => contentKind(valueIn(state, at)));
  const { state, actions } = useWorkbenchStore();
  const problems = useOtherProblems(at, shownBelow[kind]);
  const isForm = kind !== 'none' && kind !== 'unreadable';
  return (
    <Section
      title="Content"
      isContent
      fills={kind === 'text' || kind === 'function'}
      hint={<HelpHint topic={topicOf[kind] ?? 'slots'} of="content" />}
      aside={
        isForm && (
          <KindSelect<ContentForm>
            label="Kind of content"
            kind={kind === 'wolfram' ? 'function' : kind}
            kinds={forms}
            lostIn={(form) => convertContent(valueIn(state.getState(), at), form).lostParts}
            onChange={(form) => inBackground(actions.changeContentForm(at, form))}
          />
        )
      }
    >
      <Suspense fallback={<div data-loading className={styles.waiting} />}>
        <Body kind={kind} at={at} />
      </Suspense>
      <FieldProblems problems={problems} />
    </Section>
  );
}

/** What the help beside the heading is about, if not slots. */
const topicOf: Readonly<Partial<Record<ContentKind, HelpTopic>>> = {
  messages: 'messages',
  function: 'functions',
  wolfram: 'functions',
  search: 'search',
};

/** Paths whose fields show their own problems. */
const shownBelow: Readonly<Record<ContentKind, readonly KeyPath[]>> = {
  none: [],
  unreadable: [],
  text: [[]],
  messages: [['Messages']],
  function: [['Function']],
  wolfram: [['Function', 'Wolfram']],
  search: [
    ['Search', 'Sources'],
    ['Search', 'Query'],
    ['Search', 'Budget'],
  ],
};

function Body({ kind, at }: { kind: ContentKind; at: KeyPath }): ReactNode {
  switch (kind) {
    case 'none':
      return <NoContent at={at} />;
    case 'text':
      return <TextContent at={at} />;
    case 'function':
      return <FunctionEditor at={[...at, 'Function']} />;
    case 'wolfram':
      return <WolframEditor at={[...at, 'Function', 'Wolfram']} />;
    case 'search':
      return <SearchFields at={[...at, 'Search']} label="Search" />;
    case 'messages':
      return <MessagesEditor at={[...at, 'Messages']} />;
    case 'unreadable':
      return <Text tone="faint">{strings.unknownContent}</Text>;
  }
}

function TextContent({ at }: { at: KeyPath }) {
  const form = readText(
    useWorkbench((state) => valueIn(state, at)),
    at,
  );
  if (!form) return null;
  return (
    <>
      <Row align="center" justify="between" gap={2}>
        <Text tone="faint">
          {form.isTemplate
            ? 'Names between backticks are slots that arguments fill.'
            : 'Clients get this text unchanged.'}
        </Text>
        <TextSwitch form={form} label="Content" />
      </Row>
      <TextEditor form={form} label="Prompt text" isMain />
    </>
  );
}

function NoContent({ at }: { at: KeyPath }) {
  const { edit, changeContentForm } = useWorkbenchActions();
  return (
    <div className={styles.choices}>
      <Text tone="faint">{strings.noContent}</Text>
      <Button onPress={() => edit(at, '')}>Write text</Button>
      <Button onPress={() => edit(at, { StringTemplate: '' })}>Write a template</Button>
      <Button onPress={() => inBackground(changeContentForm(at, 'messages'))}>Write messages</Button>
    </div>
  );
}

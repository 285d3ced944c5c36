import { lazy, type ReactNode, Suspense } from 'react';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { Button } from '../../components/Button.tsx';
import { CodeText } from '../../components/CodeText.tsx';
import { FieldProblems } from '../../components/FieldProblems.tsx';
import { Section } from '../../components/Section.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { selectArgumentNames } from '../../store/argument-names.ts';
import { type ContentForm, type ContentKind, contentKind } from '../../store/content.ts';
import { readText } from '../../store/prompt-form.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';
import styles from './ContentEditor.module.css';
import { TextSource, TextSwitch } from './text/TextSource.tsx';

const MessagesEditor = lazy(() => import('./messages/MessagesEditor.tsx'));
const SearchFields = lazy(() => import('./messages/SearchFields.tsx'));

const forms = [
  { value: 'text', label: 'Text' },
  { value: 'messages', label: 'Messages' },
  { value: 'function', label: 'Function' },
  { value: 'search', label: 'Search' },
] as const;

/** What the prompt says: a text, messages, a function or a search. */
export function ContentEditor({ at }: { at: KeyPath }) {
  const kind = useWorkbench((state) => contentKind(valueIn(state, at)));
  const { changeContentForm } = useWorkbenchActions();
  const problems = useProblemsAt(at).filter((problem) => problem.at.length <= at.length + ownDepth[kind]);
  const isForm = kind !== 'none' && kind !== 'unreadable';
  return (
    <Section
      title="Content"
      aside={
        isForm && (
          <Segmented<ContentForm>
            label="Form of the content"
            value={kind}
            options={forms}
            onChange={(form) => void changeContentForm(at, form)}
          />
        )
      }
    >
      <Suspense fallback={<div className={styles.waiting} />}>
        <Body kind={kind} at={at} />
      </Suspense>
      <FieldProblems problems={problems} />
    </Section>
  );
}

/** How far down from the content its own problems are: those further down are shown by the fields there. */
const ownDepth: Readonly<Record<ContentKind, number>> = {
  none: Number.POSITIVE_INFINITY,
  unreadable: Number.POSITIVE_INFINITY,
  // A text shows everything itself.
  text: -1,
  messages: 0,
  function: 0,
  search: 1,
};

function Body({ kind, at }: { kind: ContentKind; at: KeyPath }): ReactNode {
  switch (kind) {
    case 'none':
      return <NoContent at={at} />;
    case 'text':
      return <TextContent at={at} />;
    case 'function':
      return <FunctionSource at={[...at, 'Function']} />;
    case 'search':
      return <SearchContent at={[...at, 'Search']} />;
    case 'messages':
      return <MessagesEditor at={[...at, 'Messages']} />;
    case 'unreadable':
      return <p className={styles.hint}>This content has a form that is not known; mend it under Source.</p>;
  }
}

function TextContent({ at }: { at: KeyPath }) {
  const slots = useSlots();
  const form = readText(
    useWorkbench((state) => valueIn(state, at)),
    at,
  );
  if (!form) return null;
  return (
    <>
      <div className={styles.kind}>
        <p className={styles.hint}>
          {form.isTemplate ? 'A name between backticks is filled with the argument.' : 'Served as it is written.'}
        </p>
        <TextSwitch form={form} label="Content" />
      </div>
      <TextSource form={form} label="Prompt text" slots={slots} isMain />
    </>
  );
}

function SearchContent({ at }: { at: KeyPath }) {
  return <SearchFields at={at} label="Search" slots={useSlots()} />;
}

function useSlots(): readonly string[] {
  return useWorkbench(selectArgumentNames).filter((name) => name !== '');
}

function NoContent({ at }: { at: KeyPath }) {
  const { edit, changeContentForm } = useWorkbenchActions();
  return (
    <div className={styles.choices}>
      <p className={styles.hint}>
        Nothing is written yet. A text is served as it is; a template has slots for the arguments; messages have roles,
        and hold pictures and files too.
      </p>
      <Button onPress={() => edit(at, '')}>Write a text</Button>
      <Button onPress={() => edit(at, { StringTemplate: '' })}>Write a template</Button>
      <Button onPress={() => void changeContentForm(at, 'messages')}>Write messages</Button>
    </div>
  );
}

function FunctionSource({ at }: { at: KeyPath }) {
  const { value, onChange, onBlur, problems } = useDefinitionField(at);
  return (
    <CodeText
      label="Function source"
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      language="javascript"
      isInvalid={problems.some(({ severity }) => severity === 'error')}
    />
  );
}

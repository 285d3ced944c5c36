import type { ReactNode } from 'react';
import { assertNever } from '../../../src/model/assert-never.ts';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { isWithin } from '../../../src/model/json.ts';
import { Button } from '../../components/Button.tsx';
import { FieldProblems } from '../../components/FieldProblems.tsx';
import { Section } from '../../components/Section.tsx';
import { selectArgumentNames } from '../../store/argument-names.ts';
import { pathKey } from '../../store/json.ts';
import { type ContentForm, readContent, type TextForm } from '../../store/prompt-form.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { valueIn } from '../../store/selectors.ts';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { BlockCard } from './BlockCard.tsx';
import styles from './ContentEditor.module.css';
import { MessageCard } from './MessageCard.tsx';
import { FunctionSource } from './text/FunctionSource.tsx';
import { TextSource, TextSwitch } from './text/TextSource.tsx';

interface ContentEditorProps {
  readonly at: KeyPath;
}

/** What the prompt says: a text, a template, a function, or messages. */
export function ContentEditor({ at }: ContentEditorProps) {
  const value = useWorkbench((state) => valueIn(state, at));
  const names = useWorkbench(selectArgumentNames);
  const slots = names.filter((name) => name !== '');
  const content = readContent(value, at);
  const texts = textsOf(content);
  const problems = useProblemsAt(at).filter((problem) => !texts.some((text) => isWithin(text.at, problem.at)));
  return (
    <Section
      title={titles[content.kind]}
      aside={content.kind === 'text' && <TextSwitch form={content.text} label="Content" />}
    >
      <Body content={content} at={at} slots={slots} />
      <FieldProblems problems={problems} />
    </Section>
  );
}

const titles: Readonly<Record<ContentForm['kind'], string>> = {
  none: 'Content',
  text: 'Content',
  function: 'Function',
  search: 'Search',
  messages: 'Messages',
  unreadable: 'Content',
};

function Body({ content, at, slots }: { content: ContentForm; at: KeyPath; slots: readonly string[] }): ReactNode {
  switch (content.kind) {
    case 'none':
      return <NoContent at={at} />;
    case 'text':
      return <TextSource form={content.text} label="Prompt text" slots={slots} isMain />;
    case 'function':
      return <FunctionSource at={content.at} />;
    case 'search':
      return (
        <>
          <BlockCard type="search" facts={[['Sources', content.sources.join(', ')]]} />
          {content.query && <TextSource form={content.query} label="Search query" slots={slots} />}
        </>
      );
    case 'messages':
      return content.messages.map((message, index) => (
        <MessageCard key={pathKey(message.at)} message={message} number={index + 1} slots={slots} />
      ));
    case 'unreadable':
      return <p className={styles.hint}>This content has a form that is not known; mend it under Source.</p>;
    default:
      return assertNever(content);
  }
}

function NoContent({ at }: { at: KeyPath }) {
  const { edit } = useWorkbenchActions();
  return (
    <div className={styles.choices}>
      <p className={styles.hint}>
        Nothing is written yet. A text is served as it is; a template has slots for the arguments.
      </p>
      <Button onPress={() => edit(at, '')}>Write a text</Button>
      <Button onPress={() => edit(at, { StringTemplate: '' })}>Write a template</Button>
    </div>
  );
}

/** Every text of the content that shows its own problems. */
function textsOf(content: ContentForm): readonly TextForm[] {
  switch (content.kind) {
    case 'text':
      return [content.text];
    case 'search':
      return content.query ? [content.query] : [];
    case 'messages':
      return content.messages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : [])),
      );
    case 'none':
    case 'function':
    case 'unreadable':
      return [];
    default:
      return assertNever(content);
  }
}

import { memo } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import type { ListName } from '../../../src/contract/contract.ts';
import { Field } from '../../components/fields/Field.tsx';
import { NameField } from '../../components/fields/NameField.tsx';
import { TokenField } from '../../components/fields/TokenField.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { selectNameClash } from '../../store/arguments/name-clash.ts';
import { tagsIn } from '../../store/definition/details.ts';
import { pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, valueIn } from '../../store/selectors.ts';
import { selectTags } from '../../store/workspace/tags.ts';
import { IconList } from '../prompt/icons/IconList.tsx';
import { SkillFields } from '../skills/SkillFields.tsx';
import styles from './Details.module.css';
import { useDefinitionField, useProblemsAt } from './useDefinitionField.ts';
import { useEntryName } from './useDefinitionName.ts';

interface DetailFieldsProps {
  readonly at: KeyPath;
  readonly list: ListName;
}

/** The fields of the open details. */
export const DetailFields = memo(({ at, list }: DetailFieldsProps) => {
  const name = useEntryName(at, list);
  const title = useDefinitionField([...at, 'Title'], { removesWhenEmpty: true });
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const clash = useWorkbench(selectNameClash);
  const isTool = list === 'tools';
  const isOfferedAsTool = useWorkbench((state) => !isTool && selectServer(state)?.promptsAsTools === true);
  const advice = isTool
    ? 'Add one: a model chooses a tool by its description.'
    : isOfferedAsTool && "Add one: a model chooses this prompt's tool by it.";
  return (
    <>
      <div className={styles.names}>
        <NameField label="Name" {...name} problems={clash ? [...name.problems, clash] : name.problems} />
        <Field label="Title" placeholder="Display name" {...title} />
      </div>
      <Field
        label="Description"
        multiline
        placeholder={isTool ? 'What it does and when to use it' : 'Its purpose, in one sentence'}
        hint={
          advice &&
          description.value.trim() === '' && (
            <Text as="span" tone="faint" size="xs">
              {advice}
            </Text>
          )
        }
        {...description}
      />
      <TagsField at={[...at, 'Tags']} />
      <IconList at={[...at, 'Icons']} />
      {!isTool && <SkillFields at={at} />}
    </>
  );
});

function TagsField({ at }: { at: KeyPath }) {
  const { editAsStep, flush } = useWorkbenchActions();
  const tags = tagsIn(useWorkbench((state) => valueIn(state, at)));
  const knownTags = useWorkbench(selectTags);
  return (
    <TokenField
      label="Tags"
      noun="tag"
      hint="for your own lists, not for clients"
      placeholder={tags.length === 0 ? 'review, git' : 'Add a tag'}
      place={pathKey(at)}
      tokens={tags}
      suggestions={knownTags}
      problems={useProblemsAt(at)}
      onChange={(next) => {
        // At once: the next tag may be typed before this one is saved.
        editAsStep(at, next.length > 0 ? [...next] : undefined);
        inBackground(flush());
      }}
    />
  );
}

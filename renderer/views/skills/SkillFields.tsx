import { memo, useEffect, useState } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { FieldProblems } from '../../components/controls/FieldProblems.tsx';
import { TokenField } from '../../components/controls/TokenField.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { tagsIn } from '../../store/definition/details.ts';
import { isObject, type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, valueIn } from '../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';

/** Whether a prompt is also a skill, and what is said about it as one. */
export default memo(SkillFields);

function SkillFields({ at }: { at: KeyPath }) {
  const { editAsStep, flush, openOverlay } = useWorkbenchActions();
  const place = [...at, 'Skill'];
  const written = useWorkbench((state) => valueIn(state, place));
  const description = useWorkbench((state) => valueIn(state, [...at, 'Description']));
  const hasServer = useWorkbench((state) => selectServer(state) !== undefined);
  const problems = useProblemsAt(place);
  const isSkill = written !== undefined && written !== null && written !== false;
  const write = (value: Json | undefined) => {
    editAsStep(place, value);
    inBackground(flush());
  };
  return (
    <Stack as="section" aria-label="Skill" gap={2} data-at={pathKey(place)}>
      <Row gap={3} align="center" justify="between" wrap>
        <Checkbox isSelected={isSkill} onChange={(next) => write(next ? true : undefined)}>
          Also a skill, which a model picks up by itself
        </Checkbox>
        {isSkill && hasServer && (
          <Button variant="quiet" onPress={() => openOverlay('skills')}>
            Install skill…
          </Button>
        )}
      </Row>
      {isSkill && !isObject(written) && (
        <>
          <FieldProblems problems={problems} />
          <Row gap={2} align="center" wrap>
            <Text as="span" tone="soft" size="s">
              Models choose it by the description of the prompt.
            </Text>
            <Button
              variant="quiet"
              onPress={() =>
                write(typeof description === 'string' && description !== '' ? { Description: description } : {})
              }
            >
              Write its own
            </Button>
          </Row>
        </>
      )}
      {isObject(written) && <OwnFields at={place} written={written} />}
    </Stack>
  );
}

function OwnFields({ at, written }: { at: KeyPath; written: Readonly<Record<string, Json>> }) {
  const { edit, editAsStep, flush, listMedia } = useWorkbenchActions();
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const name = useDefinitionField([...at, 'Name'], { removesWhenEmpty: true });
  const [media, setMedia] = useState<readonly string[]>([]);
  useEffect(() => {
    let isWanted = true;
    inBackground(listMedia().then((files) => isWanted && setMedia(files.map(({ file }) => file))));
    return () => {
      isWanted = false;
    };
  }, [listMedia]);
  const list = (key: string) => (next: readonly string[]) => {
    editAsStep([...at, key], next.length > 0 ? [...next] : undefined);
    inBackground(flush());
  };
  const files = tagsIn(written.Files);
  return (
    <Stack gap={3}>
      <Field
        label="When to use it"
        multiline
        placeholder="What it does, and when a model should use it"
        {...description}
      />
      <Field label="Name of the skill" mono placeholder="explain-error" {...name} />
      <TokenField
        label="Allowed tools"
        noun="tool"
        hint="which the skill may use without asking"
        placeholder="Read, Bash(git *)"
        place={pathKey([...at, 'AllowedTools'])}
        tokens={tagsIn(written.AllowedTools)}
        suggestions={[]}
        problems={useProblemsAt([...at, 'AllowedTools'])}
        onChange={list('AllowedTools')}
      />
      <TokenField
        label="Files"
        noun="file"
        hint="of the media folder, under the same paths"
        placeholder="guides/tone.md"
        completes
        place={pathKey([...at, 'Files'])}
        tokens={files}
        suggestions={media.filter((file) => !files.includes(file))}
        problems={useProblemsAt([...at, 'Files'])}
        onChange={list('Files')}
      />
      <Checkbox
        isSelected={written.UserInvocable !== false}
        onChange={(next) => {
          edit([...at, 'UserInvocable'], next ? undefined : false);
          inBackground(flush());
        }}
      >
        A person can start it too, in clients that ask
      </Checkbox>
    </Stack>
  );
}

import { memo } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { skillNameOf } from '../../../src/model/prompt/read-skill.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { FieldProblems } from '../../components/controls/FieldProblems.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject, type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, valueIn } from '../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../editor/useDefinitionField.ts';
import { SkillSettings } from './SkillSettings.tsx';

/** Whether a prompt is also a skill, and how it is described as one. */
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
  const prompt = useWorkbench((state) => valueIn(state, [...at.slice(0, -1), 'Name']));
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const name = useDefinitionField([...at, 'Name'], { removesWhenEmpty: true });
  return (
    <Stack gap={3}>
      <Field
        label="When to use it"
        multiline
        placeholder="What it does, and when a model should use it"
        {...description}
      />
      <Field label="Name of the skill" mono placeholder={skillNameOf(prompt)} {...name} />
      <SkillSettings at={at} written={written} />
    </Stack>
  );
}

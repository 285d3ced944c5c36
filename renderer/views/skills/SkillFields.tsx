import { memo } from 'react';
import type { KeyPath } from '../../../src/base/json.ts';
import { skillNameOf } from '../../../src/model/prompt/read-skill.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { FieldProblems } from '../../components/fields/FieldProblems.tsx';
import { Row, Stack } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { isObject, type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServer, valueIn } from '../../store/selectors.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { useOtherProblems } from '../prompt/useOtherProblems.ts';
import styles from './SkillFields.module.css';
import { SkillSettings } from './SkillSettings.tsx';
import { strings } from './strings.ts';

/** Whether a prompt is also a skill, and how it is described as one. */
export const SkillFields = memo(({ at }: { at: KeyPath }) => {
  const { editAsStep, flush, openOverlay } = useWorkbenchActions();
  const place = [...at, 'Skill'];
  const skillData = useWorkbench((state) => valueIn(state, place));
  const hasServer = useWorkbench((state) => selectServer(state) !== undefined);
  const isSkill = skillData !== undefined && skillData !== null && skillData !== false;
  return (
    <Stack as="section" aria-label="Skill" gap={2} data-at={pathKey(place)}>
      <Row gap={3} align="center" justify="between" wrap className={styles.head}>
        <Checkbox
          isSelected={isSkill}
          onChange={(next) => {
            editAsStep(place, next ? true : undefined);
            inBackground(flush());
          }}
        >
          Also a skill, which a model picks up by itself
        </Checkbox>
        {isSkill && hasServer && (
          <Button variant="quiet" onPress={() => openOverlay('skills')}>
            Install skill…
          </Button>
        )}
      </Row>
      {isSkill && <OwnFields at={place} skillData={isObject(skillData) ? skillData : {}} />}
    </Stack>
  );
});

/** The keys of `Skill`. The first one that a person writes takes the place of `Skill: true`. */
function OwnFields({ at, skillData }: { at: KeyPath; skillData: Readonly<Record<string, Json>> }) {
  const prompt = useWorkbench((state) => valueIn(state, [...at.slice(0, -1), 'Name']));
  const description = useDefinitionField([...at, 'Description'], { removesWhenEmpty: true });
  const name = useDefinitionField([...at, 'Name'], { removesWhenEmpty: true });
  return (
    <Stack gap={3}>
      <FieldProblems problems={useOtherProblems(at, fields)} />
      <Field
        label="When to use it"
        multiline
        placeholder={strings.asDescription}
        description={strings.aboutWhen}
        {...description}
      />
      <Field label="Name of the skill" mono placeholder={skillNameOf(prompt)} {...name} />
      <SkillSettings at={at} settings={skillData} />
    </Stack>
  );
}

/** The keys whose fields show their own problems. */
const fields = [['Description'], ['Name'], ['AllowedTools'], ['Files']];

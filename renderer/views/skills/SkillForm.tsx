import { Trash2 } from 'lucide-react';
import { skillNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/controls/Field.tsx';
import { NameField } from '../../components/controls/NameField.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { openView } from '../../store/definition/drafts.ts';
import { isObject } from '../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import { selectOtherSkills, selectServers, selectSkillPlace, valueIn } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { runCommand } from '../shell/find/run-commands.ts';
import { SkillSettings } from './SkillSettings.tsx';
import { strings } from './strings.ts';

/** A skill without a prompt: a file of `skills/`. */
export default function SkillForm() {
  const description = useDefinitionField(['Description']);
  const content = useDefinitionField(['Content']);
  const written = useWorkbench((state) => valueIn(state, []));
  return (
    <Stack gap={4}>
      <SkillName />
      <Field label="When to use it" multiline placeholder={strings.whenToUse} {...description} />
      <Field label="Instructions" multiline description={strings.instructions} {...content} />
      {isObject(written) && <SkillSettings at={[]} written={written} />}
      <Servers />
      <Row gap={2} justify="between" wrap>
        <Installation />
        <Deletion />
      </Row>
    </Stack>
  );
}

/** The name goes into the file, and the file's own name and the lists of servers follow. */
function SkillName() {
  const { state, actions } = useWorkbenchStore();
  const { place, value, problems } = useDefinitionField(['Name']);
  const file = useWorkbench((now) => openView(now)?.file) ?? '';
  return (
    <NameField
      label="Name"
      placeholder="release-notes"
      name={value}
      place={place}
      problems={problems}
      check={(typed) => skillNameProblem(typed, selectOtherSkills(state.getState(), file))}
      onCommit={(typed) => actions.renameSkill(file, typed)}
      readNote={() => actions.readSkillNameNote(file)}
    />
  );
}

const serversSelector = (state: WorkbenchState) => {
  const file = openView(state)?.file;
  const skills = state.workspace.status === 'ready' ? state.workspace.view.skills : [];
  const skill = skills.find((each) => each.file === file);
  return { skill, servers: selectServers(state) };
};

/** The servers that list the skill. */
function Servers() {
  const { skill, servers } = useWorkbench(serversSelector);
  const { listSkill } = useWorkbenchActions();
  if (!skill) return null;
  const own = servers.flatMap(({ name, builtin, file }) => (builtin || file === undefined ? [] : [{ name, file }]));
  return (
    <Section title="Servers">
      <Text tone="soft" size="s">
        {skill.listedBy.length === 0 ? strings.notListed : strings.listed}
      </Text>
      {own.map(({ name, file }) => (
        <Checkbox
          key={name}
          isSelected={skill.listedBy.includes(name)}
          onChange={(isListed) => inBackground(listSkill(file, skill.name, isListed))}
        >
          {name}
        </Checkbox>
      ))}
    </Section>
  );
}

/** Opens the dialog that shows the exact file, once a server lists the skill. */
function Installation() {
  const isListed = useWorkbench((state) => selectSkillPlace(state) !== undefined);
  const { openOverlay } = useWorkbenchActions();
  return isListed && <Button onPress={() => openOverlay('skills')}>Install skill…</Button>;
}

function Deletion() {
  const store = useWorkbenchStore();
  return (
    <Button variant="danger" onPress={() => runCommand('delete-skill', store)}>
      <Trash2 size={14} />
      Delete skill
    </Button>
  );
}

import { Trash2 } from 'lucide-react';
import { wordList } from '../../../src/base/text/word-list.ts';
import type { WorkspaceView } from '../../../src/contract/contract.ts';
import { skillNameProblem } from '../../../src/model/prompt/prompt-names.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { NameField } from '../../components/fields/NameField.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { inBackground } from '../../in-background.ts';
import { openView } from '../../store/definition/drafts.ts';
import { isObject } from '../../store/definition/json.ts';
import { hasInvalidFile } from '../../store/problems/server-error.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import {
  findSkill,
  selectOtherSkills,
  selectProblems,
  selectServers,
  selectSkillPlace,
  valueIn,
} from '../../store/selectors.ts';
import { stableSelector } from '../../store/stable-selector.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import { runCommand } from '../shell/find/run-commands.ts';
import { SkillSettings } from './SkillSettings.tsx';
import { strings } from './strings.ts';

/** A skill without a prompt: a file of `skills/`. */
export default function SkillForm() {
  const description = useDefinitionField(['Description']);
  const content = useDefinitionField(['Content']);
  const skillData = useWorkbench((state) => valueIn(state, []));
  return (
    <Stack gap={4}>
      <SkillName />
      <Field label="When to use it" multiline placeholder={strings.whenToUse} {...description} />
      <Field label="Instructions" multiline description={strings.instructions} {...content} />
      {isObject(skillData) && <SkillSettings at={[]} settings={skillData} />}
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
      check={(typedText) => skillNameProblem(typedText, selectOtherSkills(state.getState(), file))}
      onCommit={(typedText) => actions.renameSkill(file, typedText)}
      readNote={() => actions.readSkillNameNote(file)}
    />
  );
}

const serversSelector = stableSelector((state: WorkbenchState) => {
  const file = openView(state)?.file ?? '';
  const ownServers = selectServers(state).flatMap((server) =>
    server.builtin || server.file === undefined
      ? []
      : [{ name: server.name, file: server.file, hasError: hasInvalidFile(state, server.file) }],
  );
  const hasError = selectProblems(state).some((problem) => problem.file === file && problem.severity === 'error');
  return { skill: findSkill(state, file), hasError, ownServers };
});

/** The servers that list the skill. */
function Servers() {
  const { skill, hasError, ownServers } = useWorkbench(serversSelector);
  const { listSkill } = useWorkbenchActions();
  if (!skill) return null;
  const unknownServers = ownServers.flatMap((server) => (server.hasError ? [server.name] : []));
  return (
    <Section title="Servers">
      {(skill.listedBy.length > 0 || unknownServers.length === 0) && (
        <Text tone="soft" size="s">
          {serversNote(skill, hasError)}
        </Text>
      )}
      {unknownServers.length > 0 && (
        <Text tone="warning" size="s">
          {strings.unknownList(wordList(unknownServers))}
        </Text>
      )}
      {ownServers.map(({ name, file, hasError: isUnknown }) => (
        <Checkbox
          key={name}
          isSelected={skill.listedBy.includes(name)}
          isDisabled={isUnknown}
          onChange={(isListed) => inBackground(listSkill(file, skill.name, isListed))}
        >
          {name}
        </Checkbox>
      ))}
    </Section>
  );
}

/** What clients get of the skill, and why not. */
function serversNote({ listedBy, servedBy }: WorkspaceView['skills'][number], hasError: boolean): string {
  if (listedBy.length === 0) return strings.notListed;
  if (hasError) return strings.notServed;
  const otherServers = listedBy.filter((server) => !servedBy.includes(server));
  return otherServers.length > 0 ? strings.otherServed(wordList(otherServers)) : strings.listed;
}

/** Opens the dialog that shows the exact file, once a server serves the skill. */
function Installation() {
  const isServed = useWorkbench((state) => selectSkillPlace(state) !== undefined);
  const { openOverlay } = useWorkbenchActions();
  return isServed && <Button onPress={() => openOverlay('skills')}>Install skill…</Button>;
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

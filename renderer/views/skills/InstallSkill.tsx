import { useState } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '../../../src/base/assert-never.ts';
import type { InstalledSkill } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Suggested } from '../../components/fields/Suggested.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { DiffView } from '../../components/text/DiffView.tsx';
import { inBackground } from '../../in-background.ts';
import type { ReadySkillPlan, SkillStage, Skills } from '../../store/skills/skills.ts';
import { WithFolderDialog } from '../editor/WithFolderDialog.tsx';
import styles from './SkillsDialog.module.css';
import { strings } from './strings.ts';

const scopes = [
  { value: 'project', label: 'One project' },
  { value: 'user', label: 'All projects' },
] as const;

/** Where a skill is installed: the application, the exact change, and every folder that has it. */
export function InstallSkill({ skills }: { skills: Skills }) {
  const { target, readers, installedSkills, suggestions, stage } = useStore(skills.state);
  const [isTyping, setTyping] = useState(false);
  const isWriting = stage.kind === 'applying';
  const reader = readers.find(({ id }) => id === target.application);
  const otherReaders = reader?.alsoReadBy[target.scope] ?? [];
  const ownSkills = installedSkills.filter(({ skill, server }) => skill === target.skill && server === target.server);
  return (
    <>
      <Section title="Install">
        <div className={styles.fields}>
          <Choice
            label="Client application"
            value={reader?.name ?? ''}
            options={readers.map(({ name }) => name)}
            isDisabled={isWriting}
            onChange={(name) => {
              const id = readers.find((candidate) => candidate.name === name)?.id;
              if (id !== undefined) inBackground(skills.choose({ application: id }));
            }}
          />
          <Segmented<'user' | 'project'>
            label="Scope"
            showsLabel
            value={target.scope}
            options={scopes}
            isDisabled={isWriting}
            onChange={(scope) => inBackground(skills.choose({ scope }))}
          />
          {target.scope === 'project' && (
            <div className={styles.wide}>
              <WithFolderDialog
                path={target.projectDir}
                isDisabled={isWriting}
                onChoose={(projectDir) => inBackground(skills.choose({ projectDir }))}
              >
                <Suggested
                  label="Project folder"
                  placeholder={`The folder where ${reader?.name ?? 'the application'} starts`}
                  value={target.projectDir}
                  suggestions={suggestions}
                  isDisabled={isWriting}
                  onChange={(projectDir) => inBackground(skills.choose({ projectDir }))}
                  onFocusChange={setTyping}
                />
              </WithFolderDialog>
            </div>
          )}
        </div>
        {otherReaders.length > 0 && (
          <Text tone="soft" size="s">
            {`${otherReaders.join(', ')} read this folder too.`}
          </Text>
        )}
        <Stage stage={stage} skills={skills} isCompleting={isTyping && suggestions.length > 0} />
      </Section>
      {ownSkills.length > 0 && (
        <Section title="Installed">
          {ownSkills.map((skill) => (
            <Installed key={skill.folder} installedSkill={skill} skills={skills} isDisabled={isWriting} />
          ))}
        </Section>
      )}
      {reader && (
        <Fold title={`How the folders of ${reader.name} are known`}>
          <Text tone="faint" size="s">{`${reader.evidence} · checked on ${reader.checked}`}</Text>
        </Fold>
      )}
    </>
  );
}

interface StageProps {
  readonly stage: SkillStage;
  readonly skills: Skills;
  /** The typed path is the beginning of existing folders. */
  readonly isCompleting: boolean;
}

function Stage({ stage, skills, isCompleting }: StageProps) {
  switch (stage.kind) {
    case 'choosing':
      return <Text tone="soft">{strings.chooseFolder}</Text>;
    case 'planning':
      return <Text tone="soft">Reading the folder…</Text>;
    case 'failed':
      return <Notice tone="danger">{stage.message}</Notice>;
    case 'undone':
      return (
        <Notice tone="good" title="Undone">
          {stage.message}
        </Notice>
      );
    case 'planned':
      if (stage.plan.kind === 'ready') return <Plan plan={stage.plan} />;
      if (isCompleting) return <Text tone="soft">Keep typing, or choose a suggested folder.</Text>;
      return (
        <Notice tone="info" title="Not ready yet">
          {stage.plan.message}
        </Notice>
      );
    case 'applying':
      return <Plan plan={stage.plan} />;
    case 'applied': {
      const { plan, journalId } = stage;
      const isRemoved = plan.change === 'remove';
      return (
        <Notice
          tone="good"
          title={isRemoved ? 'Uninstalled' : `Installed for ${plan.applicationName}`}
          actions={
            journalId !== undefined && (
              <Button autoFocus onPress={() => inBackground(skills.undo(journalId))}>
                Undo
              </Button>
            )
          }
        >
          <Text as="div" size="s" mono breaks>
            {plan.folder}
          </Text>
        </Notice>
      );
    }
    default:
      return assertNever(stage);
  }
}

const planWords = {
  install: 'Will create ',
  update: 'Will change ',
  remove: 'Will remove ',
  none: 'Up to date: ',
} as const;

function Plan({ plan }: { plan: ReadySkillPlan }) {
  return (
    <Stack gap={3}>
      <Text>
        {planWords[plan.change]}
        <Text as="span" size="s" mono breaks>
          {plan.folder}
        </Text>
      </Text>
      {plan.drifted.length > 0 && (
        <Notice tone="warning" title="Changed after the installation">
          {strings.drifted(plan.drifted.join(', '))}
        </Notice>
      )}
      {plan.files.map(({ path, before, after, bytes }) => (
        <Stack key={path} gap={1}>
          <Text as="div" size="s" mono breaks>
            {path}
          </Text>
          {before === undefined && after === undefined ? (
            <Text tone="soft" size="s">
              {strings.binary(bytes)}
            </Text>
          ) : (
            <DiffView label={`The change of ${path}`} before={before ?? ''} after={after ?? ''} />
          )}
        </Stack>
      ))}
      {plan.notes.map((note) => (
        <Text key={note} tone="soft" size="s">
          {note}
        </Text>
      ))}
    </Stack>
  );
}

interface InstalledProps {
  readonly installedSkill: InstalledSkill;
  readonly skills: Skills;
  readonly isDisabled: boolean;
}

/** One folder that has the skill. */
function Installed({ installedSkill, skills, isDisabled }: InstalledProps) {
  const { folder, readBy, state, message, isKept } = installedSkill;
  return (
    <div className={styles.installed}>
      <Text as="div" size="s" mono breaks>
        {folder}
      </Text>
      <Text as="div" tone={state === 'current' ? 'soft' : 'warning'} size="s">
        {`${message} Read by ${readBy.join(', ')}.`}
      </Text>
      <Row gap={3} align="center" justify="between" wrap>
        <Checkbox
          isSelected={isKept}
          isDisabled={isDisabled}
          onChange={(next) => inBackground(skills.keep(folder, next))}
        >
          {strings.keep}
        </Checkbox>
        <Button
          variant="quiet"
          isDisabled={isDisabled}
          onPress={() => inBackground(skills.planRemoval(installedSkill))}
        >
          Uninstall…
        </Button>
      </Row>
    </div>
  );
}

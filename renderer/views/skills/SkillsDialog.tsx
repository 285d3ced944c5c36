import { use, useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/controls/Button.tsx';
import { Choice } from '../../components/controls/Choice.tsx';
import { Row, Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { EmptyState } from '../../components/status/EmptyState.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { Skeleton } from '../../components/status/Skeleton.tsx';
import { useRefresh } from '../../components/status/useRefresh.ts';
import { CodeText } from '../../components/text/CodeText.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectSkillPlace } from '../../store/selectors.ts';
import type { Skills } from '../../store/skills/skills.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { InstallSkill } from './InstallSkill.tsx';
import styles from './SkillsDialog.module.css';
import { strings } from './strings.ts';

const selector = (state: WorkbenchState) => ({ ...selectSkillPlace(state) });

/** The interval between two reads of what is installed, in milliseconds: the command line changes it meanwhile. */
const refreshMs = 3_000;

/** The skills of the shown server: what models read, and installing them where client applications look. */
export default function SkillsDialog() {
  const { server, shown: wantedSkill } = useWorkbench(selector);
  const actions = useWorkbenchActions();
  const skills = use(actions.skills());
  useEffect(() => {
    if (server !== undefined) inBackground(skills.open(server, wantedSkill));
  }, [skills, server, wantedSkill]);
  useRefresh(skills.refresh, refreshMs);
  const { target, list, stage } = useStore(skills.state);
  const shownSkill = list?.find(({ name }) => name === target.skill);
  return (
    <Modal
      title={server === undefined ? 'Skills' : `Skills of ${server}`}
      size="large"
      hasColumns={shownSkill !== undefined}
      onClose={actions.closeOverlay}
      footer={<SkillsFooter skills={skills} />}
    >
      {list === undefined || target.server !== server ? (
        <Skeleton />
      ) : shownSkill ? (
        <div className={styles.columns}>
          <Stack packed gap={4}>
            {list.length > 1 && (
              <Choice
                label="Skill"
                value={shownSkill.name}
                options={list.map(({ name }) => name)}
                isDisabled={stage.kind === 'applying'}
                onChange={(skill) => inBackground(skills.choose({ skill }))}
              />
            )}
            {shownSkill.losses.length > 0 && (
              <Notice tone="warning" title="What the skill does not include">
                <ul className={styles.list}>
                  {shownSkill.losses.map((loss) => (
                    <li key={loss}>{loss}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <CodeText label={`SKILL.md of ${shownSkill.name}`} language="text" value={shownSkill.text} />
            {shownSkill.file !== undefined && <OpenFile file={shownSkill.file} />}
            {shownSkill.files.length > 0 && (
              <Text tone="soft" size="s" breaks>
                {`With the file${shownSkill.files.length === 1 ? '' : 's'} ${shownSkill.files.join(', ')}.`}
              </Text>
            )}
          </Stack>
          <Stack packed gap={4}>
            <Text tone="soft">{strings.about}</Text>
            <InstallSkill skills={skills} />
          </Stack>
        </div>
      ) : (
        <EmptyState title="No skills yet">{strings.none}</EmptyState>
      )}
    </Modal>
  );
}

/** The YAML of a skill without a prompt. */
function OpenFile({ file }: { file: string }) {
  const { closeOverlay, select } = useWorkbenchActions();
  const open = () => {
    closeOverlay();
    select({ kind: 'file', file });
  };
  return (
    <Row>
      <Button variant="quiet" onPress={open}>{`Open ${file}`}</Button>
    </Row>
  );
}

function SkillsFooter({ skills }: { skills: Skills }) {
  const { closeOverlay } = useWorkbenchActions();
  const { stage } = useStore(skills.state);
  const plan = stage.kind === 'planned' && stage.plan.kind === 'ready' ? stage.plan : undefined;
  const isDrifted = (plan?.drifted.length ?? 0) > 0;
  const words = {
    install: 'Install skill',
    update: isDrifted ? 'Replace changed files' : 'Update skill',
    remove: isDrifted ? 'Delete changed files' : 'Uninstall skill',
    none: 'Up to date',
  };
  const isDone = stage.kind === 'applied' || stage.kind === 'undone' || stage.kind === 'failed';
  return (
    <>
      <Button onPress={closeOverlay}>Close</Button>
      {isDone ? (
        <Button onPress={() => inBackground(skills.choose({}))}>Review again</Button>
      ) : (
        <Button
          variant={isDrifted || plan?.change === 'remove' ? 'danger' : 'primary'}
          isDisabled={plan === undefined || plan.change === 'none'}
          onPress={() => inBackground(skills.apply(isDrifted))}
        >
          {stage.kind === 'applying' ? 'Writing…' : words[plan?.change ?? 'install']}
        </Button>
      )}
    </>
  );
}

/** The calls about skills: what a server serves, and where it is installed. */
import type { OfferedSkill } from '../../../clients/skills/plan-install.ts';
import type { SkillInstalls } from '../../../clients/skills/skill-installs.ts';
import type { Handlers } from '../../../contract/contract.ts';
import type { LiveServer } from '../../../library/types.ts';

/** The other calls write, so they are steps of undo (`outside-steps.ts`). */
type SkillCall = `skills.${'list' | 'readers' | 'installed' | 'keep'}`;

/** @param installs loaded with the first call that needs it */
export function skillHandlers(
  serverOf: (name: string) => LiveServer,
  installs: () => Promise<SkillInstalls>,
): Pick<Handlers, SkillCall> {
  return {
    async 'skills.list'({ server }) {
      const { skillsOf } = await import('../../../skills/skill-entry.ts');
      return skillsOf(serverOf(server).current()).map(({ name, description, prompt, file, skillText }) => ({
        name,
        description,
        ...(prompt && { prompt: prompt.name }),
        ...(file !== undefined && { file }),
        text: skillText.text,
        files: [...skillText.files],
        losses: [...skillText.losses],
      }));
    },
    'skills.readers': async ({ projectDir }) => (await installs()).readers(projectDir),
    'skills.installed': async ({ projectDir }) => (await installs()).list(projectDir),
    async 'skills.keep'({ folder, isKept }) {
      await (await installs()).keep(folder, isKept);
      return {};
    },
  };
}

/** The skills of a server of the open workspace. @throws WorkbenchError `not-found` for an unknown server */
export async function offeredSkills(server: LiveServer): Promise<readonly OfferedSkill[]> {
  const { skillBytes, skillsOf } = await import('../../../skills/skill-entry.ts');
  return skillsOf(server.current()).map((skill) => ({
    name: skill.name,
    losses: skill.skillText.losses,
    readFiles: () => skillBytes(skill, (file) => server.readMedia(file)),
  }));
}

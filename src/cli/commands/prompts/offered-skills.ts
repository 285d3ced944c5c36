import type { OfferedSkill } from '../../../clients/skills/plan-install.ts';
import { openServer } from '../../../library/open-server.ts';
import { skillBytes, skillsOf } from '../../../skills/skill-entry.ts';

/** The skills of one server of a workspace. @throws WorkbenchError `not-found` for an unknown server */
export async function offeredSkills(workspaceDir: string, server: string): Promise<readonly OfferedSkill[]> {
  const openedServer = await openServer(workspaceDir, server, { watch: false });
  await openedServer.close();
  return skillsOf(openedServer.current()).map((skill) => ({
    name: skill.name,
    losses: skill.skillText.losses,
    readFiles: () => skillBytes(skill, (file) => openedServer.readMedia(file)),
  }));
}

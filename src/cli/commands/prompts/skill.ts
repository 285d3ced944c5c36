import { WorkbenchError } from '../../../base/errors.ts';
import { nearestName } from '../../../base/text/near-names.ts';
import { type ServedSkill, skillEntry, skillsOf } from '../../../skills/skill-entry.ts';
import { didYouMean } from '../../outcome.ts';
import { onOneLine, print, printError, printJson } from '../../print.ts';
import { withServer } from '../../with-preview.ts';

interface SkillOptions {
  readonly workspace?: string;
  readonly json?: boolean;
}

/** Prints the skills of one server, or the `SKILL.md` of one of them; `json` prints the entries that clients get. */
export async function skill(server: string, name: string | undefined, options: SkillOptions): Promise<void> {
  const { found, entries } = await withServer(server, options.workspace, async (openedServer) => {
    const allSkills = skillsOf(openedServer.current());
    const skills = name === undefined ? allSkills : [findSkill(allSkills, name, openedServer.name)];
    const entries = options.json
      ? await Promise.all(skills.map((servedSkill) => skillEntry(servedSkill, (file) => openedServer.readMedia(file))))
      : [];
    return { found: skills, entries };
  });
  if (options.json) printJson(name === undefined ? { skills: entries } : { skill: entries[0] });
  else if (name === undefined) print(found.map(skillAsText).join(''));
  else print(found.map(({ skillText }) => skillText.text).join(''));
  for (const { name: skillName, skillText } of found)
    for (const loss of skillText.losses) printError(`${skillName}: ${loss}\n`);
  if (found.length === 0)
    printError(`${server} has no skill: add "Skill: true" to the file of a prompt that it lists.\n`);
}

function findSkill(allSkills: readonly ServedSkill[], name: string, server: string): ServedSkill {
  const match = allSkills.find((servedSkill) => servedSkill.name === name);
  if (match) return match;
  const suggestion = nearestName(
    name,
    allSkills.map((servedSkill) => servedSkill.name),
  );
  const advice =
    suggestion === undefined ? `; prompt-workbench skill ${server} lists those it has.` : didYouMean(suggestion);
  throw new WorkbenchError('not-found', `The server "${server}" has no skill "${name}"${advice}`);
}

/** `explain-error - Explains an error`, with the prompt that it comes from and its files. */
function skillAsText({ name, description, prompt, skillText }: ServedSkill): string {
  const files = skillText.files.length === 0 ? '' : `, with ${skillText.files.join(', ')}`;
  const origin = prompt ? `from the prompt ${onOneLine(prompt.name)}` : 'without a prompt';
  return `${name} - ${description.replace(/\s+/g, ' ')}\n  ${origin}${files}\n`;
}

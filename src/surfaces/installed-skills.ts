/** Skills as they are installed for client applications, and what an application makes of the file before its model reads it. */
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemFolders } from '../clients/config-files/system-folders.ts';
import { createSkillInstalls } from '../clients/skills/skill-installs.ts';
import type { LiveServer } from '../library/types.ts';
import { skillBytes, skillsOf } from '../skills/skill-entry.ts';

/** One application of each kind: Claude Code changes the text of a skill, and those of the shared folder do not. */
const applications = ['claude-code', 'codex'] as const;

export interface InstalledSkills {
  /** The texts of its `SKILL.md` in the folders of these applications. @throws WorkbenchError if it cannot be installed */
  read(skill: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Installs skills as `skill install` does, for a project and a person that exist only here. */
export async function openInstalledSkills(
  liveServer: LiveServer,
  server: string,
  workspaceDir: string,
): Promise<InstalledSkills> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'prompt-workbench-skills-')));
  const projectDir = join(dir, 'project');
  await mkdir(projectDir);
  const installs = createSkillInstalls({
    stateDir: join(dir, 'state'),
    workspaceDir,
    folders: systemFolders({}, process.platform, dir),
    skillsOf: async () =>
      skillsOf(liveServer.current()).map((skill) => ({
        name: skill.name,
        losses: skill.skillText.losses,
        readFiles: () => skillBytes(skill, (file) => liveServer.readMedia(file)),
      })),
  });
  return {
    async read(skill) {
      const texts: string[] = [];
      for (const application of applications) {
        const plan = await installs.plan({ server, skill, application, scope: 'project', projectDir });
        if (plan.kind === 'refused') throw new Error(plan.message);
        const { folder } = await installs.apply(plan.planId);
        texts.push(await readFile(join(folder, 'SKILL.md'), 'utf8'));
      }
      return texts;
    },
    close: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface FilledSkill {
  readonly text: string;
  /** What the application does to the text, each in one sentence. */
  readonly changes: readonly string[];
}

/**
 * The instructions as Claude Code sends them for `/skill` with values typed after it (code.claude.com/docs, "Skills": string
 * substitutions, and commands whose output takes their place).
 * @param instructions without front matter
 * @param values as they are typed, in order
 */
export function fillAsClaudeCode(instructions: string, values: readonly string[]): FilledSkill {
  const words = values.map((value) => (/[\s"']/.test(value) ? JSON.stringify(value) : value));
  const line = words.join(' ');
  const placeholders = new Set<string>();
  const text = instructions.replace(/\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS\b|\$(\d+)\b/g, (match, index, shortIndex) => {
    placeholders.add(match);
    const at = index ?? shortIndex;
    return at === undefined ? line : (values[Number(at)] ?? '');
  });
  const commands = [...instructions.matchAll(/!`[^`\n]+`/g)].map(([command]) => command);
  return {
    text: placeholders.size > 0 || line === '' ? text : `${text}\n\nARGUMENTS: ${line}`,
    changes: [
      ...[...placeholders].map((placeholder) => `Claude Code puts what is typed in the place of ${placeholder}`),
      ...[...new Set(commands)].map((command) => `Claude Code runs ${command} and puts its output there`),
    ],
  };
}

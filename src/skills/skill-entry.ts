/** The files of a skill as SEP-2640 ("Skills over MCP") serves them: by URI, with digest and size. */
import { createHash } from 'node:crypto';
import { mimeTypeOfName } from '../base/formats.ts';
import { getOrCreate } from '../base/get-or-create.ts';
import type { ResolvedPrompt, ResolvedServer, SkillDefinition } from '../model/definitions.ts';
import { type SkillFrontMatter, type SkillText, skillText, writtenSkillText } from './skill-text.ts';

const skillFile = 'SKILL.md';

/** A skill of a server. */
export interface ServedSkill {
  /** `skill://` and its name: the folder of its files. */
  readonly root: string;
  readonly name: string;
  readonly description: string;
  /** Absent for a skill without a prompt. */
  readonly prompt?: ResolvedPrompt;
  /** The workspace file of a skill without a prompt. */
  readonly file?: string;
  readonly skillText: SkillText;
}

/** A file of a skill: `SKILL.md`, or one of `media/`. */
export interface SkillFile {
  readonly uri: string;
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly mimeType: string;
}

/** SEP-2640, "Skill Entries". */
export interface SkillEntry {
  readonly uri: string;
  readonly frontmatter: SkillFrontMatter;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const skillsByServer = new WeakMap<ResolvedServer, readonly ServedSkill[]>();

/** The skills of a server: those of its prompts, in order, then the others. The first of each name counts. Cached. */
export function skillsOf(server: ResolvedServer): readonly ServedSkill[] {
  return getOrCreate(skillsByServer, server, () => {
    const byName = new Map<string, ServedSkill>();
    for (const prompt of server.prompts) {
      const { skill } = prompt;
      if (!skill || byName.has(skill.name)) continue;
      byName.set(skill.name, {
        root: `skill://${skill.name}`,
        name: skill.name,
        description: skill.description,
        prompt,
        skillText: skillText(prompt as ResolvedPrompt & { readonly skill: SkillDefinition }, server),
      });
    }
    for (const skill of server.skills ?? []) {
      if (byName.has(skill.name)) continue;
      const { name, description, origin } = skill;
      const skillText = writtenSkillText(skill);
      byName.set(name, { root: `skill://${name}`, name, description, file: origin.file, skillText });
    }
    return [...byName.values()];
  });
}

/** Its files, `SKILL.md` first. */
export function filesOf({ root, skillText }: ServedSkill): readonly SkillFile[] {
  const media = skillText.files.map((path) => ({
    uri: `${root}/${path.split('/').map(encodeURIComponent).join('/')}`,
    path,
    mimeType: mimeTypeOfName(path) ?? 'application/octet-stream',
  }));
  return [{ uri: `${root}/${skillFile}`, path: skillFile, mimeType: 'text/markdown' }, ...media];
}

/**
 * The bytes of a file of a skill.
 * @param readMedia reads a file of `media/`
 * @throws WorkbenchError as `readMedia`
 */
export async function bytesOf(
  { skillText }: ServedSkill,
  { path }: SkillFile,
  readMedia: (file: string) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  return path === skillFile ? Buffer.from(skillText.text) : readMedia(path);
}

/** @throws WorkbenchError as `readMedia` */
export async function skillEntry(
  skill: ServedSkill,
  readMedia: (file: string) => Promise<Uint8Array>,
): Promise<SkillEntry> {
  const files = filesOf(skill);
  const resources = await Promise.all(
    files.map(async (file) => {
      const bytes = await bytesOf(skill, file, readMedia);
      const digest = createHash('sha256').update(bytes).digest('hex');
      return { uri: file.uri, digest: `sha256:${digest}`, size: bytes.length };
    }),
  );
  return { uri: `${skill.root}/${skillFile}`, frontmatter: skill.skillText.frontMatter, resources };
}

/**
 * The bytes of all files of a skill, by path, as they are installed and packed.
 * @throws WorkbenchError as `readMedia`
 */
export async function skillBytes(
  skill: ServedSkill,
  readMedia: (file: string) => Promise<Uint8Array>,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = await Promise.all(
    filesOf(skill).map(async (file) => [file.path, Buffer.from(await bytesOf(skill, file, readMedia))] as const),
  );
  return new Map(files);
}

/**
 * Skills over MCP (SEP-2640, the extension `io.modelcontextprotocol/skills`): the prompts of a server that are also skills.
 * Loaded with the first request for one.
 */

import { getOrCreate } from '../../base/get-or-create.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { decodeText } from '../../base/text/decode-text.ts';
import type { LiveServer } from '../../library/types.ts';
import type { ResolvedServer } from '../../model/definitions.ts';
import type { ResourceContents } from '../../model/protocol.ts';
import {
  bytesOf,
  filesOf,
  type ServedSkill,
  type SkillEntry,
  type SkillFile,
  skillEntry,
  skillsOf,
} from '../../skills/skill-entry.ts';
import { invalidParams, resourceNotFound } from './answer/failure.ts';
import { createPages, type Pages } from './pages.ts';

/** The SDK adds these only to the results of methods that it knows. A change is announced, so nothing is kept. */
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } as const;

/** Entries of a page, whose files are read for each request. */
type SkillPages = Pages<{ readonly skills: readonly ServedSkill[] }>;
const pages = new WeakMap<ResolvedServer, SkillPages>();

/** `skills/list`. @throws ProtocolError −32602 for a wrong cursor; WorkbenchError for a file that cannot be read */
export async function listSkills(cursor: unknown, liveServer: LiveServer) {
  const { skills, ...rest } = pagesOf(liveServer.current()).page(cursor);
  const entries: SkillEntry[] = [];
  for (const skill of skills) entries.push(await skillEntry(skill, (file) => liveServer.readMedia(file)));
  return { skills: entries, ...rest, ...complete };
}

/** `skills/get`. @throws ProtocolError −32602 for a URI that is not a skill; WorkbenchError for a file that cannot be read */
export async function getSkill(uri: unknown, liveServer: LiveServer) {
  if (typeof uri !== 'string') throw invalidParams('skills/get needs the uri of a skill, as a string.');
  const skill = skillsOf(liveServer.current()).find(({ root }) => uri === `${root}/SKILL.md`);
  if (!skill) throw invalidParams(`There is no skill at ${uri}: call skills/list for the available skills.`);
  return { skill: await skillEntry(skill, (file) => liveServer.readMedia(file)), ...complete };
}

interface ListedChild {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** `resources/directory/read`: the files and folders of one folder. @throws ProtocolError −32602 for what is not a folder */
export function readDirectory(uri: unknown, cursor: unknown, liveServer: LiveServer) {
  if (typeof uri !== 'string') throw invalidParams('resources/directory/read needs the uri of a folder, as a string.');
  const children = new Map<string, ListedChild>();
  for (const skill of skillsOf(liveServer.current())) {
    for (const file of filesOf(skill)) {
      if (!file.uri.startsWith(`${uri}/`)) continue;
      const [name = '', ...innerPath] = file.uri.slice(uri.length + 1).split('/');
      const child = `${uri}/${name}`;
      const mimeType = innerPath.length > 0 ? 'inode/directory' : file.mimeType;
      getOrCreate(children, child, () => ({ uri: child, name: decodeURIComponent(name), mimeType }));
    }
  }
  if (!uri.startsWith('skill://') || children.size === 0)
    throw invalidParams(`${uri} is not the folder of a skill: call skills/list for the available skills.`);
  const keys = [...children.keys()];
  return {
    ...createPages({
      kind: 'directory',
      items: [...children.values()],
      keyOf: (child) => child.uri,
      indexOf: (key) => (children.has(key) ? keys.indexOf(key) : undefined),
      shape: (resources) => ({ resources }),
    }).page(cursor),
    resultType: 'complete',
  };
}

/**
 * `resources/read` of a file of a skill. Its bytes are those of the digest: text that a server would clean goes as bytes.
 * @throws ProtocolError "resource not found"; WorkbenchError for a file that cannot be read
 */
export async function readSkillFile(uri: string, liveServer: LiveServer): Promise<ResourceContents> {
  const match = findFile(uri, liveServer.current());
  if (!match)
    throw resourceNotFound(uri, `There is no file ${uri} of a skill: call skills/list for the available skills.`);
  const bytes = await bytesOf(match.skill, match.file, (file) => liveServer.readMedia(file));
  const { mimeType } = match.file;
  const text = decodeText(bytes);
  const isWhole = text !== undefined && cleanText(text) === text && Buffer.from(text).equals(bytes);
  return isWhole ? { uri, mimeType, text } : { uri, mimeType, blob: Buffer.from(bytes).toString('base64') };
}

function findFile(uri: string, server: ResolvedServer): { skill: ServedSkill; file: SkillFile } | undefined {
  for (const skill of skillsOf(server)) {
    const file = filesOf(skill).find((skillFile) => skillFile.uri === uri);
    if (file) return { skill, file };
  }
  return undefined;
}

function pagesOf(server: ResolvedServer): SkillPages {
  return getOrCreate(pages, server, () => {
    const items = skillsOf(server);
    const indexes = new Map(items.map(({ name }, index) => [name, index]));
    return createPages({
      kind: 'skills',
      items,
      keyOf: ({ name }) => name,
      indexOf: (name) => indexes.get(name),
      shape: (skills) => ({ skills }),
    });
  });
}

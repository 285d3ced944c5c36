/** Where skills are installed: the folders that client applications read, for a person or a project. */
import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { WorkbenchError } from '../../base/errors.ts';
import { nearestName } from '../../base/text/near-names.ts';
import type { Input } from '../../contract/contract.ts';
import { applications } from '../applications/applications.ts';
import type { SystemFolders } from '../config-files/system-folders.ts';
import { signOf } from '../connect/detect.ts';
import type { SkillPlace } from './plan-install.ts';
import { type SkillReader, type SkillScope, skillReaders, skillsFolder } from './skill-folders.ts';

type Target = Pick<Input<'skills.plan'>, 'application' | 'scope' | 'projectDir'>;

/** @throws WorkbenchError `not-found` for an unknown application */
export function placeOf({ application, scope, projectDir }: Target, folders: SystemFolders): SkillPlace {
  const reader = skillReaderOf(application);
  const project = scope === 'project' ? projectFolder(projectDir ?? '', folders) : '';
  return { reader, scope, project, parent: skillsFolder(reader, scope, project, folders) };
}

/** @throws WorkbenchError `not-found` for an unknown id, with the nearest one */
export function skillReaderOf(id: string): SkillReader {
  const match = skillReaders.find((reader) => reader.id === id);
  if (match) return match;
  const ids = skillReaders.map((reader) => reader.id);
  const suggestion = nearestName(id, ids);
  const hint = suggestion === undefined ? `Choose one of ${ids.join(', ')}.` : `Did you mean "${suggestion}"?`;
  const isKnown = applications.some((application) => application.id === id);
  const what = isKnown
    ? `The workbench does not know where ${id} reads skills.`
    : `There is no client application "${id}".`;
  throw new WorkbenchError('not-found', `${what} ${hint}`);
}

export function projectFolder(projectDir: string, { home }: SystemFolders): string {
  return projectDir === '' ? '' : resolve(projectDir.replace(/^~(?=$|[\\/])/, home));
}

export async function assertProject({ scope, project }: SkillPlace): Promise<void> {
  if (scope === 'user') return;
  const refuse = (message: string) => new WorkbenchError('refused', message);
  if (project === '' || !isAbsolute(project)) throw refuse('Which project? Name its folder.');
  const stats = await stat(project).catch(() => undefined);
  if (!stats?.isDirectory()) throw refuse(`There is no folder ${project}: choose the folder of your project.`);
}

export async function readerView(reader: SkillReader, project: string | undefined, folders: SystemFolders) {
  const application = applications.find(({ id }) => id === reader.id);
  const otherFolders = (scope: SkillScope) =>
    skillReaders
      .filter(
        (otherReader) =>
          otherReader !== reader &&
          skillsFolder(otherReader, scope, project ?? '', folders) ===
            skillsFolder(reader, scope, project ?? '', folders),
      )
      .map(({ name }) => name);
  const { id, name, evidence, checked } = reader;
  return {
    id,
    name,
    isDetected: application !== undefined && (await signOf(application, folders)) !== undefined,
    userFolder: reader.user(folders),
    ...(project !== undefined && { projectFolder: skillsFolder(reader, 'project', project, folders) }),
    alsoReadBy: { user: otherFolders('user'), project: otherFolders('project') },
    evidence,
    checked,
  };
}

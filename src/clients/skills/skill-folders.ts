/** Where client applications look for Agent Skills: the folders that hold one folder for each skill. Data alone. */
import { join } from 'node:path';
import { folderFrom, type SystemFolders } from '../config-files/system-folders.ts';

/** `user`: for all projects of a person. `project`: for everyone in a project. */
export type SkillScope = 'user' | 'project';

/** An application that reads skills from folders. */
export interface SkillReader {
  /** As in `../applications/applications.ts`, if the workbench connects it too. */
  readonly id: string;
  readonly name: string;
  /** Inside a project, with `/`: `.claude/skills`. */
  readonly project: string;
  /** Absolute. */
  readonly user: (folders: SystemFolders) => string;
  /** How the folders are known. */
  readonly evidence: string;
  /** The day of the last check, ISO 8601. */
  readonly checked: string;
}

/** The folder that most agents share (agentskills.io). */
const sharedFolder = '.agents/skills';
const sharedUser = ({ home }: SystemFolders) => join(home, '.agents', 'skills');

const table = 'the table of the command "skills" (vercel-labs/skills of 007a533, src/agents.ts)';
const checkedOn = '2026-11-27';

/** In the order of `../applications/applications.ts`. */
export const skillReaders: readonly SkillReader[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    project: '.claude/skills',
    user: ({ env, home }) => join(folderFrom(env, 'CLAUDE_CONFIG_DIR', join(home, '.claude')), 'skills'),
    evidence: `its documentation; ${table}`,
    checked: checkedOn,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    project: sharedFolder,
    user: sharedUser,
    evidence: `its documentation (Agent Skills), which names both; ${table} has ~/.cursor/skills for a person`,
    checked: checkedOn,
  },
  {
    id: 'vscode',
    name: 'VS Code',
    project: sharedFolder,
    user: sharedUser,
    evidence: 'the documentation of GitHub Copilot (Create skills), which applies to VS Code',
    checked: checkedOn,
  },
  {
    id: 'windsurf',
    name: 'Windsurf',
    project: '.windsurf/skills',
    user: ({ home }) => join(home, '.codeium', 'windsurf', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'codex',
    name: 'Codex CLI',
    project: sharedFolder,
    user: sharedUser,
    evidence:
      'its documentation (developers.openai.com/codex/skills); Codex 0.171.0 lists them (npm run verify:agents)',
    checked: checkedOn,
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    project: sharedFolder,
    user: sharedUser,
    evidence:
      'its documentation (Managing Agent Skills): the shared folder comes before .gemini/skills; Gemini CLI 0.61.0 lists them (npm run verify:agents)',
    checked: checkedOn,
  },
  {
    id: 'copilot-cli',
    name: 'Copilot CLI',
    project: sharedFolder,
    user: sharedUser,
    evidence: 'its documentation (Create skills)',
    checked: checkedOn,
  },
  { id: 'zed', name: 'Zed', project: sharedFolder, user: sharedUser, evidence: table, checked: checkedOn },
  {
    id: 'opencode',
    name: 'OpenCode',
    project: sharedFolder,
    user: sharedUser,
    evidence: 'its documentation (Agent Skills), which names .claude/skills too',
    checked: checkedOn,
  },
  { id: 'cline', name: 'Cline', project: sharedFolder, user: sharedUser, evidence: table, checked: checkedOn },
  {
    id: 'goose',
    name: 'Goose',
    project: '.goose/skills',
    user: ({ config }) => join(config, 'goose', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'continue',
    name: 'Continue',
    project: '.continue/skills',
    user: ({ home }) => join(home, '.continue', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'kiro',
    name: 'Kiro',
    project: '.kiro/skills',
    user: ({ home }) => join(home, '.kiro', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'junie',
    name: 'Junie',
    project: '.junie/skills',
    user: ({ home }) => join(home, '.junie', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'qwen-code',
    name: 'Qwen Code',
    project: '.qwen/skills',
    user: ({ env, home }) => join(folderFrom(env, 'QWEN_HOME', join(home, '.qwen')), 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'antigravity',
    name: 'Antigravity',
    project: sharedFolder,
    user: ({ home }) => join(home, '.gemini', 'antigravity', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  { id: 'kimi-code', name: 'Kimi Code', project: sharedFolder, user: sharedUser, evidence: table, checked: checkedOn },
  {
    id: 'augment-code',
    name: 'Augment Code',
    project: '.augment/skills',
    user: ({ home }) => join(home, '.augment', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
  {
    id: 'amp',
    name: 'Amp',
    project: sharedFolder,
    user: ({ config }) => join(config, 'agents', 'skills'),
    evidence: table,
    checked: checkedOn,
  },
];

/** The absolute folder of one scope. @param project absolute; unused in the scope `user` */
export function skillsFolder(reader: SkillReader, scope: SkillScope, project: string, folders: SystemFolders): string {
  return scope === 'user' ? reader.user(folders) : join(project, ...reader.project.split('/'));
}

/** Every client application that the workbench knows, in display order. */

import { WorkbenchError } from '../../base/errors.ts';
import { nearestName } from '../../base/text/near-names.ts';
import { amazonQ } from './amazon-q.ts';
import { antigravity } from './antigravity.ts';
import type { ClientApplication, Scope, ScopeFile } from './application.ts';
import { augmentCode } from './augment-code.ts';
import { augmentIde } from './augment-ide.ts';
import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueDev } from './continue.ts';
import { copilotCli } from './copilot-cli.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { junie } from './junie.ts';
import { kimiCode } from './kimi-code.ts';
import { kiro } from './kiro.ts';
import { lmStudio } from './lm-studio.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

export const applications: readonly ClientApplication[] = [
  claudeCode,
  claudeDesktop,
  cursor,
  vscode,
  windsurf,
  codex,
  geminiCli,
  copilotCli,
  zed,
  opencode,
  cline,
  goose,
  continueDev,
  lmStudio,
  kiro,
  junie,
  qwenCode,
  amazonQ,
  antigravity,
  kimiCode,
  augmentCode,
  augmentIde,
];

/** The application that a request without an application means. */
export const defaultApplication = claudeCode;

/** @throws WorkbenchError `not-found` for an unknown id, with the nearest one */
export function applicationOf(id: string): ClientApplication {
  const match = applications.find((application) => application.id === id);
  if (match) return match;
  const ids = applications.map((application) => application.id);
  const suggestion = nearestName(id, ids);
  const hint = suggestion === undefined ? `Choose one of ${ids.join(', ')}.` : `Did you mean "${suggestion}"?`;
  throw new WorkbenchError('not-found', `There is no client application "${id}". ${hint}`);
}

/** The id for `serve --for` and `?for=`; undefined for an application that the server does not adapt to. */
export function adaptedId({ id, isAdapted }: ClientApplication): string | undefined {
  return isAdapted ? id : undefined;
}

/** The scopes of an application. The first is the default. */
export function scopesOf({ scopes }: ClientApplication): Scope[] {
  return Object.keys(scopes) as Scope[];
}

/** @throws WorkbenchError `invalid-input` if the application has no configuration of that scope */
export function scopeFileOf(application: ClientApplication, scope: Scope): ScopeFile {
  const scopeFile = application.scopes[scope];
  if (scopeFile) return scopeFile;
  const knownScopes = scopesOf(application).join(' or ');
  throw new WorkbenchError(
    'invalid-input',
    `${application.name} has no ${scope} configuration: choose ${knownScopes}.`,
  );
}

/** Runs the installed git with fixed settings: no prompts, hooks, submodules or helpers, and no settings of this computer. */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { cleanText } from '../../../base/text/clean-text.ts';
import { OutsideError } from '../../../outside/limits.ts';
import { isProgram, resolveProgram } from '../../../outside/resolve-program.ts';
import { homeFolder } from '../../../state/paths.ts';

export interface GitRun {
  /** The folder in which it runs. */
  readonly cwd: string;
  /** An empty home has no `.gitconfig` and no `.netrc`. */
  readonly home: string;
  /** The address of a proxy: in the environment, because it may have a password. */
  readonly proxy?: string | undefined;
  /** The only protocol that git may use, as in `GIT_ALLOW_PROTOCOL`: `https`. */
  readonly protocol: string;
  /** Further settings, as `name=value`. */
  readonly settings: readonly string[];
  readonly signal: AbortSignal;
}

const settings = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  // A link becomes a file with the path of its target.
  'core.symlinks=false',
  'core.protectNTFS=true',
  'core.protectHFS=true',
  'core.autocrlf=false',
  'credential.helper=',
  'core.askPass=',
  'http.followRedirects=false',
  'http.lowSpeedLimit=1000',
  'http.lowSpeedTime=30',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'transfer.bundleURI=false',
  'transfer.credentialsInUrl=die',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
] as const;

/** Variables of this computer that git, ssh and curl need. */
const passedVariables = [
  'PATH',
  'Path',
  'SystemRoot',
  'TEMP',
  'TMP',
  'TMPDIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
] as const;
const sshVariables = ['SSH_AUTH_SOCK', 'USERPROFILE', 'HOME'] as const;

const maxOutputLength = 1_000_000;

/**
 * @returns the standard output
 * @throws OutsideError with a clause, such as the last line of its error output; the signal's reason
 */
export async function runGit(args: readonly string[], run: GitRun): Promise<string> {
  const { env, platform } = process;
  const git = resolveProgram('git', { platform, env, cwd: run.cwd, home: homeFolder(), isProgram });
  if (git === undefined) throw new OutsideError('git is not installed on this computer');
  run.signal.throwIfAborted();
  const allSettings = [...settings, `protocol.${run.protocol}.allow=always`, ...run.settings];
  const child = spawn(git, [...allSettings.flatMap((value) => ['-c', value]), ...args], {
    cwd: run.cwd,
    env: environment(run),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that its helpers end with it.
    detached: platform !== 'win32',
    windowsHide: true,
  });
  const end = () => {
    try {
      if (platform !== 'win32' && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  run.signal.addEventListener('abort', end, { once: true });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > maxOutputLength) end();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-4_000);
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', resolve);
    });
    run.signal.throwIfAborted();
    if (code === 0) return output;
    throw new OutsideError(`git said: ${reasonIn(errors)}`);
  } finally {
    run.signal.removeEventListener('abort', end);
  }
}

function environment({ home, protocol, proxy }: GitRun): NodeJS.ProcessEnv {
  const names = protocol === 'ssh' ? [...passedVariables, ...sshVariables] : passedVariables;
  const ownVariables = Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  return {
    HOME: home,
    ...ownVariables,
    ...(proxy !== undefined && { http_proxy: proxy, https_proxy: proxy }),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: protocol,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_CEILING_DIRECTORIES: home,
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes -oStrictHostKeyChecking=yes -oForwardAgent=no -oClearAllForwardings=yes',
    GCM_INTERACTIVE: 'never',
  };
}

/** The last line that says what is wrong. */
function reasonIn(errors: string): string {
  const lines = errors.split('\n').map((line) => cleanText(line).trim());
  const [last = 'nothing'] = lines.filter((line) => line !== '').slice(-1);
  const fatal = lines.filter((line) => /^(?:fatal|error|ERROR):/.test(line)).at(-1);
  return (fatal ?? last)
    .replace(/^(?:fatal|error|ERROR):\s*/, '')
    .slice(0, 200)
    .replace(/\.$/, '');
}

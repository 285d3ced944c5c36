/**
 * The steps of the GitHub Action (action.yml): check, lint, test and diff of a workspace, and one comment on the pull
 * request, which later runs update. Everything comes in by environment variables, so it also runs anywhere else. Exit code
 * 1 if one of the first three fails.
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const input = (name, otherwise = '') => process.env[`INPUT_${name}`] || otherwise;
const workspace = input('WORKSPACE', '.');
const program = input('PROGRAM');

/** A later run finds the comment by this line. */
const mark = '<!-- prompt-workbench -->';
/** GitHub takes 65,536 characters. */
const maxLength = 60_000;

/** Runs a command of the workbench. Its output is data: nothing of it reaches a shell. */
function workbench(...args) {
  const [command, ...first] =
    program === '' ? ['npx', '--yes', `prompt-workbench@${input('VERSION', 'latest')}`] : [process.execPath, program];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args, '--workspace', workspace], {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npx',
    });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (text) => {
        output[stream] += text;
      });
    child.once('error', reject);
    child.once('close', (status) => {
      process.stderr.write(output.stderr);
      resolve({ isFailed: status !== 0, ...output });
    });
  });
}

async function trust() {
  const what = input('TRUST', 'functions');
  if (what === 'everything') await workbench('trust', '--yes');
  // A workspace without functions refuses this, and needs none.
  else if (what === 'functions') await workbench('allow', 'functions');
}

/** A list of findings as JSON, as Markdown: `check` and `lint`. */
function reportFindings(title, { isFailed, stdout }) {
  const entries = parseJson(stdout);
  if (!Array.isArray(entries))
    return {
      isFailed,
      text: `### ${title}: failed\n\n${escapeMarkdown(entries?.error?.message ?? 'It printed nothing.')}\n`,
    };
  if (entries.length === 0) return { isFailed, text: `### ${title}: nothing found\n` };
  const lines = entries
    .slice(0, 50)
    .map(
      ({ file, line, severity, message }) => `- ${severity} in \`${file}\`, line ${line}: ${escapeMarkdown(message)}`,
    );
  const moreLines = entries.length > 50 ? [`- … and ${entries.length - 50} more`] : [];
  return { isFailed, text: `### ${title}: ${entries.length} found\n\n${[...lines, ...moreLines].join('\n')}\n` };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing in a text of the workspace becomes markup or a mention. */
function escapeMarkdown(text) {
  return String(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]<>#|!@~&]/g, '\\$&');
}

function reportOutput(title, { isFailed, stdout, stderr }) {
  return { isFailed, text: stdout.trim() === '' ? `### ${title}\n\n${escapeMarkdown(stderr.trim())}\n` : stdout };
}

async function comment(text) {
  const {
    PULL_REQUEST: number,
    GITHUB_REPOSITORY: repository,
    GITHUB_API_URL: api = 'https://api.github.com',
  } = process.env;
  if (input('COMMENT', 'true') !== 'true' || !number || !repository) return;
  const request = async (path, method = 'GET', body) => {
    const response = await fetch(`${api}/repos/${repository}/${path}`, {
      method,
      headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${input('TOKEN')}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`);
    return response.json();
  };
  let ownComment;
  for (let page = 1; ownComment === undefined; page++) {
    const comments = await request(`issues/${number}/comments?per_page=100&page=${page}`);
    ownComment = comments.find(({ body, user }) => body?.startsWith(mark) && user?.type !== 'User');
    if (comments.length < 100) break;
  }
  if (ownComment) await request(`issues/comments/${ownComment.id}`, 'PATCH', { body: text });
  else await request(`issues/${number}/comments`, 'POST', { body: text });
}

await trust();
const junit = input('JUNIT');
const base = input('BASE');
const [checkRun, lintRun, testRun, diffRun] = await Promise.all([
  workbench('check', '--json'),
  workbench('lint', '--json'),
  workbench('test', '--markdown', ...(junit === '' ? [] : ['--junit', junit])),
  base === '' ? undefined : workbench('diff', base, '--markdown'),
]);
const parts = [
  reportFindings('Check', checkRun),
  reportFindings('Lint', lintRun),
  reportOutput('Tests', testRun),
  // A difference is not a fault.
  ...(diffRun ? [{ ...reportOutput('Changes', diffRun), isFailed: false }] : []),
];
const wholeText = parts.map(({ text }) => text.trim()).join('\n\n');
const shortText =
  wholeText.length > maxLength ? `${wholeText.slice(0, maxLength)}\n\n… the rest is in the log.` : wholeText;
process.stdout.write(`${wholeText}\n`);
if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${shortText}\n`);
try {
  await comment(`${mark}\n${shortText}\n`);
} catch (error) {
  // A pull request from a fork has no permission to comment; its checks count all the same.
  process.stderr.write(
    `Couldn't comment on the pull request (${error.message}): the summary of the run has the same text.\n`,
  );
}
process.exitCode = parts.some(({ isFailed }) => isFailed) ? 1 : 0;

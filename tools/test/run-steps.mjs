/**
 * Runs the steps of `npm test`. A lane is a list of steps that run one after the other; lanes run side by side. The output
 * of a step goes to its own file and is printed as one block when the step ends, so that lanes never mix.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/** The exit code of a step that cannot run on this machine. It has printed the reason. */
const SKIPPED = 77;

/** How often a line names the steps that are running. */
const reportEveryMs = 30_000;

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {() => Promise<Record<string, string>>} [env] extra variables, computed when the step starts
 * @property {boolean} [isRequired] when it fails, no later step starts
 * @property {boolean} [isBackground] takes the processor only where other steps leave it idle
 *
 * @typedef {object} Outcome
 * @property {Step} step
 * @property {'passed' | 'failed' | 'skipped'} status
 * @property {number} seconds
 * @property {string} log file that has its output
 */

/**
 * Runs all steps, even those after a failed one, unless that one is required.
 * @param {readonly (readonly Step[])[]} lanes
 * @param {{ root: string, logs: string, print?: (text: string) => void }} options `logs` is the folder of the output files
 * @returns {Promise<Outcome[]>} in the order in which the steps ended; a step that did not start is missing
 */
export async function runSteps(lanes, { root, logs, print = console.log }) {
  mkdirSync(logs, { recursive: true });
  /** @type {Map<string, number>} the start of each running step, in milliseconds */
  const running = new Map();
  /** @type {Outcome[]} */
  const outcomes = [];
  const timer = setInterval(() => {
    const names = [...running].map(([name, startMs]) => `${name} (${secondsSince(startMs)} s)`);
    print(`   … ${names.join(', ')}`);
  }, reportEveryMs);

  const mustStop = () => outcomes.some(({ step, status }) => step.isRequired && status === 'failed');
  /** @param {readonly Step[]} lane */
  const runLane = async (lane) => {
    for (const step of lane) {
      if (mustStop()) return;
      const startMs = Date.now();
      running.set(step.name, startMs);
      const log = join(logs, `${step.name.replaceAll(/\W+/g, '-')}.log`);
      const code = await runStep(step, root, log);
      running.delete(step.name);
      const status = code === 0 ? 'passed' : code === SKIPPED ? 'skipped' : 'failed';
      const seconds = secondsSince(startMs);
      outcomes.push({ step, status, seconds, log });
      print(`\n── ${step.name}\n${readFileSync(log, 'utf8').trimEnd()}\n── ${step.name}: ${status} in ${seconds} s`);
    }
  };
  try {
    await Promise.all(lanes.map(runLane));
  } finally {
    clearInterval(timer);
  }
  return outcomes;
}

/** @param {number} startMs in milliseconds */
const secondsSince = (startMs) => Math.round((Date.now() - startMs) / 1000);

/**
 * @param {Step} step
 * @param {string} root the working directory
 * @param {string} log file that receives both output streams
 * @returns {Promise<number>} the exit code; 1 when the program could not start or a signal ended it
 */
async function runStep(step, root, log) {
  const output = openSync(log, 'w');
  let env;
  try {
    env = { ...process.env, ...(await step.env?.()) };
  } catch (error) {
    writeSync(output, error instanceof Error ? error.message : String(error));
    closeSync(output);
    return 1;
  }
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env,
    });
    closeSync(output);
    if (step.isBackground && child.pid !== undefined) lowerPriority(child.pid);
    child.on('error', () => resolve(1));
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/**
 * Call it right after the start: threads and processes that exist by then keep their priority.
 * @param {number} pid
 */
function lowerPriority(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, and its exit code says why.
  }
}

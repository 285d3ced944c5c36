/** Checks the form of a sample prompt in the terminal of Claude Code itself: drawn, filled by keys, sent to the model. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openTerminal } from './terminal.mjs';

const error = 'listen EADDRINUSE: address already in use :::3000';
const requestTimeoutMs = 30_000;
/** Claude Code ignores an Enter soon after another one (2.1.330). */
const enterPauseMs = 1_500;

/** Answers Claude Code's questions at a first start: theme, key and folder. */
async function answerFirstStart({ project, env }) {
  const file = join(env.HOME, '.claude.json');
  const settings = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const { projects = {} } = settings;
  const answers = {
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [env.ANTHROPIC_API_KEY], rejected: [] },
    projects: { ...projects, [project]: { ...projects[project], hasTrustDialogAccepted: true } },
  };
  await writeFile(file, JSON.stringify({ ...settings, ...answers }));
}

/** Waits for a message with `part`. @returns the text of every message since the last call of `model.take` */
async function waitForText(part, model) {
  const end = Date.now() + requestTimeoutMs;
  const texts = [];
  while (!texts.some((text) => text.includes(part))) {
    assert.ok(Date.now() < end, `"${part}" did not reach the model`);
    await wait(100);
    const contents = model.take().flatMap(({ messages }) => messages.map(({ content }) => content));
    for (const content of contents) {
      if (typeof content === 'string') texts.push(content);
      else texts.push(...content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
    }
  }
  return texts;
}

/**
 * @param {string} file Claude Code @param {string} command `/mcp__Samples__explain-error`
 * @returns {Promise<string>} the filled form, with the terminal's colours
 */
export async function checkForm(file, world, model, command) {
  await answerFirstStart(world);
  const terminal = await openTerminal([file], { cwd: world.project, env: world.env });
  const shows = (/** @type {string} */ text) => terminal.waitFor((screen) => screen.includes(text));
  const send = async (/** @type {string} */ line) => {
    // The list of commands has the prompt once the server has answered; a blank closes the list.
    await terminal.type(command);
    await shows('Explains an error message');
    await terminal.type(`${line} `);
    await terminal.waitFor((screen) => !screen.includes('Explains an error message'));
    await terminal.press('Enter');
  };
  try {
    await terminal.waitFor((screen) => /^❯/m.test(screen));
    await send('');
    await shows('Which error is it, and how much do you want to know?');
    // The default of the choice and of the yes or no; the required text has none.
    await shows('❯ ✔ How much: ▸ The cause and the fix');
    await shows('✔ May ask a question: ☐');
    await shows('* Error: not set');
    await terminal.press('Right');
    await shows('❯ ◉ The cause and the fix');
    await terminal.press('Up');
    await shows('❯ ◯ Only the fix');
    await terminal.press('Enter');
    await shows('❯ ✔ May ask a question: ☐');
    await terminal.press('Space');
    await shows('❯ ✔ May ask a question: ☒');
    await terminal.press('Down');
    await shows('❯ * Error:');
    await terminal.type(error);
    await shows(`❯ ✔ Error: ${error}`);
    const picture = await terminal.colouredScreen();
    await terminal.press('Enter');
    await shows('❯ Accept');
    model.take();
    await wait(enterPauseMs);
    await terminal.press('Enter');
    const texts = await waitForText(error, model);
    assert.ok(texts.includes(`Explain this error and how to get rid of it, without guesses:\n\n${error}`));
    assert.ok(texts.includes('Give only the fix, as steps that I can copy.'), 'the choice is not in the request');
    assert.ok(texts.includes('If you need to know more, ask me one question first.'), 'the yes is not in the request');
    assert.ok(!texts.some((text) => text.includes('Begin with the cause')), 'the default is in the request');

    // A word after the command fills its argument, and the form asks for the rest.
    await shows('● ok');
    await send(' fix');
    const rest = await shows('❯ ✔ May ask a question: ☐');
    assert.ok(!rest.includes('How much'), `the form asks for a value that the line has:\n${rest}`);
    await terminal.press('Escape');
    await shows('Without the form, give the values with the command');
    assert.deepEqual(model.take(), [], 'a cancelled prompt reached the model');
    return picture;
  } finally {
    await terminal.close();
  }
}

/** The library that the proofs serve, and changes to it. */
import { createHmac } from 'node:crypto';

export const webhookSecret = 'secret of the webhook';

/** The text that only developers may see. */
export const secret = 'the launch date';

/** A server "Docs" with a prompt "greet", which changes, and a prompt "launch", which only developers see. */
export const greeting = (word) => ({
  'servers/Docs.yaml': 'Name: Docs\nMCPPrompts: [greet, launch]\nPromptsAsTools: true\n',
  'prompts/greet.yaml': `Name: greet\nTitle: ${word}\nArguments: [{Name: name}]\nContent:\n  StringTemplate: "${word}, \`name\`!"\n`,
});

/** Adds a server that only developers see, and the rules of access. */
export const library = {
  ...greeting('Hello'),
  'prompts/launch.yaml': `Name: launch\nDescription: ${secret}\nSkill: true\nArguments: [{Name: name, Complete: ["${secret}"]}]\nContent: ${secret}\n`,
  'servers/Plans.yaml': 'Name: Plans\nMCPPrompts: [launch]\n',
  'access.yaml':
    'Everyone: [Conformance, {Server: Docs, Except: [launch]}]\nGroups:\n  developers: [Docs, Plans]\nListed: [Docs]\n',
};

let revision = 0;

/** The files of a greeting that no earlier commit had. */
export function nextGreeting(word = 'Hello') {
  revision += 1;
  return greeting(`${word} ${revision}`);
}

/** Pushes a commit that changes the list, and notifies one replica by a webhook, as a repository host does. */
export async function pushChange(team) {
  const commit = team.remote.push(nextGreeting(), 'Change the greeting');
  await deliver(team).catch(() => undefined);
  return commit;
}

/** Sends a genuine webhook. */
export async function deliver(team) {
  const body = JSON.stringify({ ref: 'refs/heads/main' });
  const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'push',
    'x-hub-signature-256': `sha256=${signature}`,
  };
  return fetch(`${team.nginx}/hooks/git`, { method: 'POST', headers, body });
}

/** @returns {asserts condition} */
export function assert(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

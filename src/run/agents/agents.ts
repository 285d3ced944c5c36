/** Agents that speak the Agent Client Protocol over stdio, as data. */

import type { AgentMedia } from './messages-text.ts';

export interface AcpAgent {
  readonly id: string;
  readonly title: string;
  /** Names of its program: the first that is on PATH is started. */
  readonly programs: readonly string[];
  /** The words after the program. */
  readonly args: readonly string[];
  /** The client application whose command line it understands, for prompts that it lists as commands. */
  readonly client?: string;
  /** `messages`: it lists no prompts of servers as commands, so it gets their messages. `untested`: it may list them. */
  readonly prompts: 'messages' | 'untested';
  /** What it accepts besides text; absent if that has not been tested. */
  readonly takes?: readonly AgentMedia[];
  readonly evidence: string;
}

/** Measured offline, without an account, on 24 November 2026; others by their documentation. */
export const acpAgents: readonly AcpAgent[] = [
  {
    id: 'opencode',
    title: 'OpenCode',
    programs: ['opencode'],
    args: ['acp'],
    client: 'opencode',
    prompts: 'messages',
    takes: ['image'],
    evidence: 'tested with 1.18.33: it lists no prompts of servers, which its own window does',
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    programs: ['gemini'],
    args: ['--acp'],
    client: 'gemini-cli',
    prompts: 'messages',
    takes: ['image', 'audio'],
    evidence: 'tested with 0.61.0: it lists no prompts of servers',
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    programs: ['qwen'],
    args: ['--acp'],
    client: 'qwen-code',
    prompts: 'untested',
    evidence: 'its documentation',
  },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    programs: ['copilot'],
    args: ['--acp'],
    client: 'copilot-cli',
    prompts: 'untested',
    evidence: 'starts with 1.0.102, then asks for its login',
  },
  {
    id: 'goose',
    title: 'Goose',
    programs: ['goose'],
    args: ['acp'],
    client: 'goose',
    prompts: 'untested',
    evidence: 'its documentation',
  },
  {
    id: 'kiro',
    title: 'Kiro',
    programs: ['kiro-cli'],
    args: ['acp'],
    client: 'kiro',
    prompts: 'untested',
    evidence: 'its documentation',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    programs: ['cursor-agent'],
    args: ['acp'],
    client: 'cursor',
    prompts: 'untested',
    evidence: 'its documentation',
  },
  {
    id: 'codex',
    title: 'Codex',
    programs: ['codex-acp'],
    args: [],
    client: 'codex',
    prompts: 'untested',
    evidence: 'its adapter for the protocol',
  },
];

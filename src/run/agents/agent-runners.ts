/** Runners that are programs of this computer. */
import { claudeCode } from '../../clients/applications/claude-code.ts';
import { RunError, type Runner, type RunnersOptions } from '../runner.ts';
import { type AcpAgent, acpAgents } from './agents.ts';
import { findFirst } from './find-first.ts';
import { listLeftOut } from './messages-text.ts';

/** All known agents, installed or not. */
export function createAgentRunners(options: RunnersOptions): Promise<readonly Runner[]> {
  return Promise.all([claudeRunner(options), ...acpAgents.map((agent) => acpRunner(agent, options))]);
}

async function claudeRunner({ env, serve }: RunnersOptions): Promise<Runner> {
  const { id, name } = claudeCode;
  const agent = { id, title: name, programs: ['claude'], takes: [] };
  const runner = await agentRunner(agent, env, async (program, request, progress) => {
    const { answerByClaudeCode } = await import('./claude-code.ts');
    return answerByClaudeCode({ program, env, command: serve(request.server, id) }, request, progress);
  });
  // Claude Code fetches the prompt by its command, so it gets everything that the simulation shows.
  return { ...runner, leavesOut: (request) => (request.isFormer ? runner.leavesOut(request) : []) };
}

async function acpRunner(agent: AcpAgent, { env, serve }: RunnersOptions): Promise<Runner> {
  const { title, client } = agent;
  const plainRunner = await agentRunner(agent, env, async (program, request, progress) => {
    const { answerByAcp } = await import('./acp.ts');
    return answerByAcp(agent, { program, env, command: serve(request.server, client) }, request, progress);
  });
  // The protocol has no limit on tokens.
  const runner = { ...plainRunner, lacks: [`${title} cannot limit the length of its answer.`] };
  if (agent.prompts !== 'untested') return runner;
  return { ...runner, consent: `${runner.consent} It has not been tested with the workbench (${agent.evidence}).` };
}

type Answer = (program: string, ...rest: Parameters<Runner['answer']>) => ReturnType<Runner['answer']>;

async function agentRunner(
  { id, title, programs, takes }: Pick<AcpAgent, 'id' | 'title' | 'programs' | 'takes'>,
  env: NodeJS.ProcessEnv,
  answer: Answer,
): Promise<Runner> {
  const program = await findFirst(programs, env);
  const missingMessage = `${title} is not on PATH (${programs.join(', ')}): install it.`;
  return {
    id,
    title,
    kind: 'agent',
    place: program ?? programs.join(', '),
    consent: `${title} starts on this computer with your login and this server alone, in an empty folder. It sends the prompt to its own model, which your account pays for. Anything that needs a permission is refused, unless you allow it when ${title} asks.`,
    detect: async () => ({
      state: program === undefined ? { kind: 'missing', message: missingMessage } : { kind: 'ready' },
    }),
    takesModel: true,
    lacks: [],
    leavesOut: ({ messages }) => listLeftOut(messages, title, takes),
    async answer(request, progress) {
      if (program === undefined) throw new RunError('missing', missingMessage);
      return answer(program, request, progress);
    },
  };
}

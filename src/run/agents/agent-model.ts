/** Chooses the model of an agent's session, in the two ways of the Agent Client Protocol. */
import type { ClientContext, SessionConfigOption } from '@agentclientprotocol/sdk';
import * as z from 'zod';
import { nearestName } from '../../base/text/near-names.ts';
import { RunError } from '../runner.ts';

/** The way before session configuration options (`session/set_model`): Gemini CLI 0.61 has it. */
const listedModels = z.object({
  models: z.object({ availableModels: z.array(z.object({ modelId: z.string(), name: z.string() })) }),
});

interface Session {
  readonly sessionId: string;
  readonly configOptions?: readonly SessionConfigOption[] | null;
}

interface Choice {
  readonly id: string;
  readonly name: string;
}

/**
 * @param session what the agent answered to `session/new`
 * @param model an id or a name of its list
 * @throws RunError `missing` if the agent lists no models, or not this one: nothing has been sent then
 */
export async function chooseAgentModel(
  agent: ClientContext,
  title: string,
  session: Session,
  model: string,
): Promise<void> {
  const { sessionId } = session;
  const option = session.configOptions?.find(
    (configOption): configOption is Extract<SessionConfigOption, { type: 'select' }> =>
      configOption.type === 'select' && (configOption.category === 'model' || configOption.id === 'model'),
  );
  if (option) {
    const choices = option.options.flatMap((option) => ('options' in option ? option.options : [option]));
    const value = idOf(
      title,
      choices.map((choice) => ({ id: choice.value, name: choice.name })),
      model,
    );
    await agent.request('session/set_config_option', { sessionId, configId: option.id, value });
    return;
  }
  const result = listedModels.safeParse(session);
  if (!result.success)
    throw new RunError('missing', `${title} lists no models: choose one in ${title} itself, and name none here.`);
  const choices = result.data.models.availableModels.map(({ modelId, name }) => ({ id: modelId, name }));
  await agent.request('session/set_model', { sessionId, modelId: idOf(title, choices, model) });
}

function idOf(title: string, choices: readonly Choice[], modelName: string): string {
  const choice = choices.find(({ id }) => id === modelName) ?? choices.find(({ name }) => name === modelName);
  if (choice) return choice.id;
  const ids = choices.map(({ id }) => id);
  const suggestion = nearestName(modelName, ids);
  const advice = suggestion === undefined ? `it has ${ids.slice(0, 12).join(', ')}` : `did you mean "${suggestion}"`;
  throw new RunError(
    'missing',
    `${title} has no model "${modelName}": ${advice}${suggestion === undefined ? '.' : '?'}`,
  );
}

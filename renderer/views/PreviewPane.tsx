import { EmptyState } from '../components/EmptyState.tsx';
import { useWorkbench } from '../store/StoreProvider.tsx';
import { findPrompt } from '../store/selectors.ts';
import type { WorkbenchState } from '../store/state.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { PreviewAnswer } from './PreviewAnswer.tsx';
import { PreviewHead } from './PreviewHead.tsx';

const selector = (state: WorkbenchState) => {
  const found = findPrompt(state, state.selection);
  return { prompt: found?.prompt, server: found?.server };
};

/** The right of the window: what a client gets, asked for with the values given here. */
export function PreviewPane() {
  const { prompt, server } = useWorkbench(selector);
  return (
    <>
      <PreviewHead prompt={server && prompt} />
      {prompt && server ? (
        <>
          {prompt.arguments.length > 0 && <ArgumentForm key={`${server.name} ${prompt.key}`} prompt={prompt} />}
          <PreviewAnswer />
        </>
      ) : prompt ? (
        <EmptyState title="No server lists this prompt">
          Add <code>{prompt.catalogueName ?? prompt.name}</code> to the <code>MCPPrompts</code> of a server, and what
          its clients get is shown here.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing to preview">
          Choose a prompt, and what a client gets for it is shown here, at every key.
        </EmptyState>
      )}
    </>
  );
}

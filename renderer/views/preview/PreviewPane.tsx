import { EmptyState } from '../../components/EmptyState.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import { findPrompt, selectPreviewed } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ArgumentForm } from './ArgumentForm.tsx';
import { PreviewAnswer } from './PreviewAnswer.tsx';
import { PreviewHead } from './PreviewHead.tsx';

const selector = (state: WorkbenchState) => {
  const previewed = selectPreviewed(state);
  return {
    form: previewed?.form,
    id: previewed && `${previewed.server} ${previewed.prompt.key}`,
    unlisted: findPrompt(state, state.selection)?.prompt,
  };
};

/** The right of the window: what a client gets, asked for with the values given here. */
export function PreviewPane() {
  const { form, id, unlisted } = useWorkbench(selector);
  return (
    <>
      <PreviewHead prompt={form} />
      {form ? (
        <>
          {form.arguments.length > 0 && <ArgumentForm key={id} prompt={form} />}
          <PreviewAnswer />
        </>
      ) : unlisted ? (
        <EmptyState title="No server lists this prompt">
          Add <code>{unlisted.catalogueName ?? unlisted.name}</code> to the <code>MCPPrompts</code> of a server, and
          what its clients get is shown here.
        </EmptyState>
      ) : (
        <EmptyState title="Nothing to preview">
          Choose a prompt, and what a client gets for it is shown here, at every key.
        </EmptyState>
      )}
    </>
  );
}

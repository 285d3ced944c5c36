import { Button } from '../../components/controls/Button.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ImportState } from '../../store/state/dialogs.ts';

/** Choose another place to import from, or write the selected definitions. */
export function ImportFooter({ state }: { state: Extract<ImportState, { status: 'open' }> }) {
  const { closeImport, forgetImport, applyImport } = useWorkbenchActions();
  const { offer, isApplying } = state;
  const count = offer?.choices.filter(({ isTaken }) => isTaken).length ?? 0;
  return (
    <>
      {offer && (
        <Button variant="quiet" onPress={forgetImport}>
          Import from elsewhere
        </Button>
      )}
      <Button onPress={closeImport}>Cancel</Button>
      {offer && (
        <Button variant="primary" isDisabled={count === 0} onPress={() => inBackground(applyImport())}>
          {isApplying ? 'Importing…' : count === 1 ? 'Import it' : `Import ${count || ''}`.trim()}
        </Button>
      )}
    </>
  );
}

import { Button } from '../../components/controls/Button.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { ImportState } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';
import { ImportOfferView } from './ImportOfferView.tsx';
import { ImportSourceForm } from './ImportSourceForm.tsx';

const selector = ({ import: state }: WorkbenchState) => ({ state });

/** Imports prompts: choose where they are, check the result and its losses, apply it as one change. */
export default function ImportDialog() {
  const { state } = useWorkbench(selector);
  const { closeImport } = useWorkbenchActions();
  if (state.status === 'closed') return null;
  const { offer, failure, isReading } = state;
  return (
    <Modal title="Import prompts" size="large" onClose={closeImport} footer={<ImportFooter state={state} />}>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {offer ? <ImportOfferView offer={offer} /> : <ImportSourceForm isReading={isReading} />}
    </Modal>
  );
}

/** Choose another place to import from, or write the selected definitions. */
function ImportFooter({ state }: { state: Extract<ImportState, { status: 'open' }> }) {
  const { closeImport, forgetImport, applyImport } = useWorkbenchActions();
  const { offer, isApplying } = state;
  const count = offer?.choices.filter(({ isTaken }) => isTaken).length ?? 0;
  return (
    <>
      {offer && (
        <Button variant="quiet" autoFocus={offer.choices.length === 0} onPress={forgetImport}>
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

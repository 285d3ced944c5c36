import { Modal } from '../../components/overlay/Modal.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { ImportFooter } from './ImportFooter.tsx';
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

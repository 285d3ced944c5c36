import { type FormEvent, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import type { WireEntry } from '../../../src/contract/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Field } from '../../components/Field.tsx';
import { Modal } from '../../components/Modal.tsx';
import { Notice } from '../../components/Notice.tsx';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { sampleNameFault } from '../../store/samples.ts';
import { sampleName } from '../../store/wire-params.ts';

interface KeepSampleDialogProps {
  readonly entry: WireEntry;
  readonly values: Readonly<Record<string, string>>;
  /** Names of the samples that the prompt has. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

/** Asks what the sample shall be called. */
export function KeepSampleDialog({ entry, values, taken, onClose }: KeepSampleDialogProps) {
  const { keepAsSample } = useWorkbenchActions();
  const [name, setName] = useState(() => sampleName(values, taken));
  const [failure, setFailure] = useState<string>();
  const fault = sampleNameFault(name, taken);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    keepAsSample(entry, name.trim(), values).then(onClose, (error: Error) => setFailure(error.message));
  };
  return (
    <Modal
      title={`Keep as a sample of ${entry.subject}`}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="keep-sample" isDisabled={fault !== undefined}>
            Keep
          </Button>
        </>
      }
    >
      <Form id="keep-sample" onSubmit={keep}>
        <Field label="Name" value={name} onChange={setName} startsSelected description={fault} />
      </Form>
      {failure && <Notice tone="danger">{failure}</Notice>}
    </Modal>
  );
}

import { type FormEvent, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { strings } from './strings.ts';
import { useTeams } from './useTeams.ts';

/** Asks for the address of a team server, and shows its page once it answers. */
export default function AddTeamDialog() {
  const { closeOverlay, openOverlay } = useWorkbenchActions();
  const teams = useTeams();
  const [address, setAddress] = useState('');
  const [name, setName] = useState('');
  const [clientId, setClientId] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const add = async () => {
    if (address.trim() === '' || isAsking) return;
    setAsking(true);
    setFailure(undefined);
    try {
      await teams.add({ address, ...(name.trim() && { name }), ...(clientId.trim() && { clientId }) });
      openOverlay('teams');
    } catch (error) {
      setFailure(sentence(error));
      setAsking(false);
    }
  };
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setFailure(undefined);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    inBackground(add());
  };
  return (
    <Modal
      title="Add a team server"
      isWide
      onClose={closeOverlay}
      failure={failure}
      footer={
        <>
          <Button onPress={closeOverlay}>Cancel</Button>
          <Button variant="primary" isDisabled={address.trim() === ''} onPress={() => inBackground(add())}>
            {isAsking ? 'Asking…' : 'Add'}
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack gap={4}>
          <Text tone="soft">{strings.about}</Text>
          <Field
            label="Address"
            mono
            autoFocus
            description={strings.address}
            value={address}
            onChange={change(setAddress)}
          />
          <Field label="Name" placeholder="Its host name" value={name} onChange={setName} />
          <Fold title="Client id">
            <Field
              label="Client id"
              hidesLabel
              mono
              description={strings.clientId}
              value={clientId}
              onChange={setClientId}
            />
          </Fold>
        </Stack>
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

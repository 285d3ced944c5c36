import { freeName } from '../../../src/model/file-names.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { ImportOffer, ImportTarget } from '../../store/state/dialogs.ts';

const noServer = 'No server, only the catalogue';

/** The name of a server's file. */
const baseName = (file: string) => file.replace(/^.*\/|\.[^.]+$/g, '');

/** Chooses the server that lists the imported prompts. */
export function ImportTargetChoice({ offer }: { offer: ImportOffer }) {
  const servers = useWorkbench(selectServers);
  const names = servers.flatMap(({ file, name }) => (file === undefined ? [] : [name]));
  const takenNames = servers.flatMap(({ file, name }) => [name, ...(file === undefined ? [] : [baseName(file)])]);
  const { targetImport } = useWorkbenchActions();
  const suggestedName = offer.reading.server ?? 'Imported';
  const newName = freeName(suggestedName, takenNames);
  const newServer =
    newName === suggestedName ? `New server: ${newName}` : `New server: ${newName} (${suggestedName} is taken)`;
  const target = (option: string): ImportTarget =>
    option === noServer
      ? { kind: 'catalogue' }
      : option === newServer
        ? { kind: 'new-server', name: suggestedName }
        : { kind: 'server', name: option };
  const value =
    offer.target.kind === 'catalogue' ? noServer : offer.target.kind === 'new-server' ? newServer : offer.target.name;
  return (
    <Row align="center" gap={2} tone="faint">
      <span aria-hidden>Listed by</span>
      <Choice
        label="The server that lists them"
        hidesLabel
        value={value}
        options={[...names, newServer, noServer]}
        onChange={(option) => inBackground(targetImport(target(option)))}
      />
    </Row>
  );
}

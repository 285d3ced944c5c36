import { Choice } from '../../components/controls/Choice.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectServers } from '../../store/selectors.ts';
import type { ImportOffer, ImportTarget } from '../../store/state/dialogs.ts';
import type { WorkbenchState } from '../../store/state.ts';

const noServer = 'No server, only the catalogue';

const selector = (state: WorkbenchState) => ({
  names: selectServers(state)
    .filter(({ file }) => file !== undefined)
    .map(({ name }) => name)
    .join('\n'),
});

/** Chooses the server that lists the imported prompts. */
export function ImportTargetChoice({ offer }: { offer: ImportOffer }) {
  const names = useWorkbench(selector)
    .names.split('\n')
    .filter((name) => name !== '');
  const { targetImport } = useWorkbenchActions();
  const suggested = offer.read.server ?? 'Imported';
  const made = `New server: ${suggested}`;
  const target = (option: string): ImportTarget =>
    option === noServer
      ? { kind: 'catalogue' }
      : option === made
        ? { kind: 'new-server', name: suggested }
        : { kind: 'server', name: option };
  const value =
    offer.target.kind === 'catalogue' ? noServer : offer.target.kind === 'new-server' ? made : offer.target.name;
  return (
    <Row align="center" gap={2} tone="faint">
      <span aria-hidden>Listed by</span>
      <Choice
        label="The server that lists them"
        hidesLabel
        value={value}
        options={[...names, made, noServer]}
        onChange={(option) => inBackground(targetImport(target(option)))}
      />
    </Row>
  );
}

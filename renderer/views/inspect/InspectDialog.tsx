import { Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Segmented } from '../../components/controls/Segmented.tsx';
import { Row, Text, Truncate } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Modal } from '../../components/overlay/Modal.tsx';
import { isFocusFree } from '../../components/overlay/useKeptFocus.ts';
import type { Inspector, TargetDraft } from '../../store/inspect/inspector.ts';
import { readPairs } from '../../store/inspect/remember.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { InspectedServer, InspectTarget } from '../../store/state/inspect.ts';
import { focusNextPage } from '../shell/focus.ts';
import { ApplicationServers } from './ApplicationServers.tsx';
import styles from './InspectDialog.module.css';
import { PlanStatus } from './PlanStatus.tsx';
import { strings } from './strings.ts';
import { TargetFields } from './TargetFields.tsx';
import { useInspector } from './useInspector.ts';
import { useOpening, usePlan } from './usePlan.ts';

const kinds = [
  { value: 'command', label: 'Command' },
  { value: 'url', label: 'Address' },
  { value: 'entry', label: 'From an application' },
] as const;
type Kind = (typeof kinds)[number]['value'];

/** Chooses a server to inspect, and shows what opening it starts or contacts. */
export default function InspectDialog() {
  const { closeOverlay } = useWorkbenchActions();
  const inspector = useInspector();
  const [draft, setDraft] = useState(inspector.draft);
  const { kind, command, url } = draft;
  const [variables, setVariables] = useState('');
  const [headers, setHeaders] = useState('');
  const type = (part: Partial<TargetDraft>) => {
    setDraft({ ...draft, ...part });
    inspector.keepDraft({ ...draft, ...part });
  };
  const [entry, setEntry] = useState<Extract<InspectTarget, { kind: 'entry' }>>();
  const target = targetOf(draft, { variables, headers, entry });
  const planning = usePlan(inspector, target);
  const [removedServers, setRemovedServers] = useState(inspector.removed);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The pressed button is gone with its server.
    if (removedServers && isFocusFree()) form.current?.querySelector('input')?.focus();
  }, [removedServers]);
  const { confirm, isConfirmed } = useOpening(target, planning, (chosenTarget, plan) => {
    closeOverlay();
    inspector.add(chosenTarget, plan);
    focusNextPage();
  });
  return (
    <Modal
      title="Inspect another server"
      isWide
      onClose={closeOverlay}
      footer={
        <>
          <Button onPress={closeOverlay}>Cancel</Button>
          <Button variant="primary" isDisabled={planning.status !== 'ready' && !isConfirmed} onPress={confirm}>
            {kind === 'url' || (planning.status === 'ready' && planning.plan.kind === 'url')
              ? 'Connect'
              : 'Start the program'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <Text tone="soft">{strings.aboutInspect}</Text>
        <Row>
          <Segmented<Kind>
            label="Kind of server"
            value={kind}
            options={kinds}
            onChange={(next) => type({ kind: next })}
          />
        </Row>
        {kind !== 'entry' && (
          <TargetFields
            kind={kind}
            line={kind === 'command' ? command : url}
            onLineChange={(line) => type(kind === 'command' ? { command: line } : { url: line })}
            secrets={kind === 'command' ? variables : headers}
            onSecretsChange={kind === 'command' ? setVariables : setHeaders}
            isNew
          />
        )}
        {kind === 'entry' && <ApplicationServers inspector={inspector} chosenEntry={entry} onChoose={setEntry} />}
        <PlanStatus planState={planning} />
        <RemovedServers
          inspector={inspector}
          removedServers={removedServers}
          onForgotten={() => setRemovedServers(inspector.removed())}
        />
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

/** The servers that the person removed from the list, to put one back or to forget it. */
function RemovedServers({ inspector, removedServers, onForgotten }: RemovedServersProps) {
  const { closeOverlay } = useWorkbenchActions();
  if (removedServers.length === 0) return null;
  return (
    <Section title="Removed from the list">
      <Text tone="faint" size="s">
        {strings.aboutRemoved}
      </Text>
      <ul className={styles.removed}>
        {removedServers.map(({ id, name }) => (
          <Row as="li" key={id} gap={1} align="center">
            <Truncate className={styles.name}>{name}</Truncate>
            <Button
              variant="quiet"
              aria-label={`Put back ${name}`}
              onPress={() => {
                closeOverlay();
                inspector.restore(id);
              }}
            >
              <Undo2 size={14} />
              Put back
            </Button>
            <Button
              variant="quiet"
              aria-label={`Forget ${name}`}
              onPress={() => {
                inspector.forget(id);
                onForgotten();
              }}
            >
              <Trash2 size={14} />
              Forget
            </Button>
          </Row>
        ))}
      </ul>
    </Section>
  );
}

interface RemovedServersProps {
  readonly inspector: Inspector;
  readonly removedServers: readonly InspectedServer[];
  readonly onForgotten: () => void;
}

interface TypedTarget {
  readonly variables: string;
  readonly headers: string;
  readonly entry: Extract<InspectTarget, { kind: 'entry' }> | undefined;
}

function targetOf(
  { kind, command, url }: TargetDraft,
  { variables, headers, entry }: TypedTarget,
): InspectTarget | undefined {
  switch (kind) {
    case 'command':
      return command.trim() === '' ? undefined : { kind, command, variables: readPairs(variables, '=') };
    case 'url':
      return url.trim() === '' ? undefined : { kind, url: url.trim(), headers: readPairs(headers, ':') };
    case 'entry':
      return entry;
  }
}

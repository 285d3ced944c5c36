import { useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { inBackground } from '../../in-background.ts';
import type { Inspector } from '../../store/inspect/inspector.ts';
import { readPairs } from '../../store/inspect/remember.ts';
import type { InspectedServer, InspectTarget, RememberedTarget } from '../../store/state/inspect.ts';
import { focusNextPage } from '../shell/focus.ts';
import styles from './InspectDialog.module.css';
import { PlanStatus } from './PlanStatus.tsx';
import { strings } from './strings.ts';
import { TargetFields } from './TargetFields.tsx';
import { useOpening, usePlan } from './usePlan.ts';

interface ConnectFormProps {
  readonly inspector: Inspector;
  readonly inspectedServer: InspectedServer;
  /** What was opened last in this window, with its secrets. */
  readonly target: InspectTarget | undefined;
  readonly onForget: () => void;
}

/** Opens a server again, after corrections: its command or address, and the secrets that are not stored. */
export function ConnectForm({ inspector, inspectedServer, target: last, onForget }: ConnectFormProps) {
  const { id, target: rememberedTarget } = inspectedServer;
  const [line, setLine] = useState(() => lineOf(rememberedTarget));
  const [secrets, setSecrets] = useState(() => (last ? secretLines(last) : namesOnly(rememberedTarget)));
  const target = typedTarget(rememberedTarget, line, secrets);
  const planning = usePlan(inspector, target);
  const { confirm, isConfirmed } = useOpening(target, planning, (chosenTarget, plan) => {
    inBackground(inspector.open(id, chosenTarget, plan));
    // The form disappears.
    focusNextPage();
  });
  const outcome = planning.status === 'none' ? planning.formerOutcome : planning;
  // The plan takes its place above the buttons first: they would move away from a pointer.
  const hasButtons = target === undefined || outcome !== undefined;
  const isProgram = outcome?.status === 'ready' && outcome.plan.kind === 'command';
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      {rememberedTarget.kind !== 'entry' && (
        <TargetFields
          kind={rememberedTarget.kind}
          line={line}
          onLineChange={setLine}
          secrets={secrets}
          onSecretsChange={setSecrets}
        />
      )}
      <PlanStatus planState={planning} />
      {hasButtons && (
        <Row gap={2} wrap align="center" className={styles.buttons}>
          <Button variant="primary" isDisabled={planning.status !== 'ready' && !isConfirmed} onPress={confirm}>
            {isProgram ? 'Start the program' : 'Connect'}
          </Button>
          <Button onPress={onForget}>Remove from the list</Button>
          <Text as="span" tone="faint" size="s">
            {strings.notConnected}
          </Text>
        </Row>
      )}
      {/* Enter submits also while the button is disabled, which is until the plan is read. */}
      <button type="submit" hidden />
    </form>
  );
}

function lineOf(target: RememberedTarget): string {
  if (target.kind === 'command') return target.command;
  return target.kind === 'url' ? target.url : '';
}

function namesOnly(target: RememberedTarget): string {
  if (target.kind === 'command') return target.variables.map((name) => `${name}=`).join('\n');
  return target.kind === 'url' ? target.headers.map((name) => `${name}: `).join('\n') : '';
}

function secretLines(target: InspectTarget): string {
  const lines = (pairs: Readonly<Record<string, string>>, separator: string) =>
    Object.entries(pairs)
      .map(([name, value]) => `${name}${separator}${value}`)
      .join('\n');
  if (target.kind === 'command') return lines(target.variables, '=');
  return target.kind === 'url' ? lines(target.headers, ': ') : '';
}

/** Undefined without a command or an address. */
function typedTarget(target: RememberedTarget, line: string, secrets: string): InspectTarget | undefined {
  if (target.kind === 'entry') return target;
  if (line.trim() === '') return undefined;
  return target.kind === 'command'
    ? { kind: 'command', command: line, variables: readPairs(secrets, '=') }
    : { kind: 'url', url: line.trim(), headers: readPairs(secrets, ':') };
}

import { Undo2 } from 'lucide-react';
import type { Simulation } from '../../../src/contract/contract.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Row } from '../../components/layout/primitives.tsx';
import { threadOf } from '../../components/text/thread.ts';
import { selectTypedLine } from '../../store/preview/simulation.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './LineEditor.module.css';

type Line = NonNullable<Simulation['line']>;

interface LineEditorProps {
  readonly line: Line;
  readonly names: readonly string[];
}

/** The command line typed into the client application, and how the application splits it into arguments. */
export function LineEditor({ line, names }: LineEditorProps) {
  const ownLine = useWorkbench(selectTypedLine);
  const { typeLine } = useWorkbenchActions();
  return (
    <>
      <div className={styles.line}>
        <Field
          label="Command line"
          hidesLabel
          mono
          multiline
          value={ownLine ?? line.text}
          onChange={(text) => typeLine(text)}
        />
        {ownLine !== undefined && (
          <IconButton label="Reset to the argument values" onPress={() => typeLine(undefined)}>
            <Undo2 size={14} />
          </IconButton>
        )}
      </div>
      {line.pieces.length > 1 && (
        <Row as="ul" aria-label="How the line is split" wrap gap={2}>
          {runsOf(line).map(({ start, text, name }) => (
            <li
              key={start}
              className={styles.run}
              data-thread={threadOf(names.indexOf(name ?? ''))}
              data-dropped={name === undefined}
            >
              <span className={styles.text}>{text}</span>
              <span className={styles.name}>{name ?? 'dropped'}</span>
            </li>
          ))}
        </Row>
      )}
    </>
  );
}

/** Joins neighbouring pieces of one argument and leaves the command out. A dropped run has no name. */
function runsOf({ text, pieces }: Line): { start: number; text: string; name: string | undefined }[] {
  const runs: { start: number; end: number; name: string | undefined }[] = [];
  for (const { start, end, to } of pieces) {
    if (to.kind === 'command') continue;
    const name = to.kind === 'argument' ? to.name : undefined;
    const last = runs.at(-1);
    if (last && last.name === name) last.end = end;
    else runs.push({ start, end, name });
  }
  return runs.map(({ start, end, name }) => ({ start, name, text: text.slice(start, end) }));
}

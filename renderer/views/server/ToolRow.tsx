import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ServerSummary, ToolSummary } from '../../../src/contract/contract.ts';
import type { KeyPath } from '../../../src/model/definitions.ts';
import { IconButton } from '../../components/Button.tsx';
import { SeverityIcon } from '../../components/SeverityIcon.tsx';
import { pathKey } from '../../store/json.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './OfferedTools.module.css';

interface ToolRowProps {
  readonly server: ServerSummary;
  /** Where the server is written. */
  readonly at: KeyPath;
  readonly tool: ToolSummary;
  readonly index: number;
}

/** One entry of a server's list of tools. */
export function ToolRow({ server, at, tool, index }: ToolRowProps) {
  const { select, moveItem, removeTool } = useWorkbenchActions();
  const { key, name, title, description, catalogueName, content, problems } = tool;
  const from = content?.kind === 'mcp' ? `passed on from ${content.source}` : undefined;
  const words = [title, description, from, catalogueName === undefined ? 'only here' : undefined].filter(Boolean);
  const last = server.tools.length - 1;
  const severity = problems.some((problem) => problem.severity === 'error') ? 'error' : problems[0]?.severity;
  return (
    <li className={styles.row} data-at={pathKey([...at, 'Tools', index])}>
      <div className={styles.what}>
        <button
          type="button"
          className={styles.name}
          onClick={() => select({ kind: 'tool', server: server.name, key })}
        >
          {severity && <SeverityIcon severity={severity} />}
          {name}
        </button>
        <span className={styles.description}>{words.join(' · ')}</span>
      </div>
      <span className={styles.buttons}>
        <IconButton
          label={`Move ${name} up`}
          isDisabled={index === 0}
          onPress={() => void moveItem([...at, 'Tools'], index, index - 1)}
        >
          <ArrowUp size={14} />
        </IconButton>
        <IconButton
          label={`Move ${name} down`}
          isDisabled={index === last}
          onPress={() => void moveItem([...at, 'Tools'], index, index + 1)}
        >
          <ArrowDown size={14} />
        </IconButton>
        <IconButton label={`Take ${name} out of the list`} onPress={() => void removeTool(at, index, name)}>
          <Trash2 size={14} />
        </IconButton>
      </span>
    </li>
  );
}

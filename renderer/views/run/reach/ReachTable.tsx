import { Check, CircleDashed, EqualNot, Loader, TriangleAlert } from 'lucide-react';
import { ScrollingTable } from '../../../components/layout/ScrollingTable.tsx';
import { type CheckCell, checkKey } from '../../../store/run/reach-checks.ts';
import styles from './ReachTable.module.css';

interface ReachTableProps {
  readonly server: string;
  readonly prompts: readonly string[];
  readonly clients: readonly { readonly id: string; readonly title: string }[];
  /** By `checkKey`. */
  readonly cells: Readonly<Record<string, CheckCell>>;
  readonly shownCheck: { readonly prompt: string; readonly client: string } | undefined;
  readonly onShow: (prompt: string, client: string) => void;
}

/** Whether each prompt arrives in each agent of this computer as the simulation says. */
export function ReachTable({ server, prompts, clients, cells, shownCheck, onShow }: ReachTableProps) {
  return (
    <ScrollingTable label="Prompts by agent" frame={styles.frame} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Prompt</th>
          {clients.map(({ id, title }) => (
            <th key={id} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prompts.map((prompt) => (
          <tr key={prompt}>
            <th scope="row">{prompt}</th>
            {clients.map(({ id, title }) => {
              const { Icon, words, status } = statusOf(cells[checkKey(server, prompt, id)]);
              const isShown = shownCheck?.prompt === prompt && shownCheck.client === id;
              return (
                <td key={id}>
                  <button
                    type="button"
                    className={styles.cell}
                    data-status={status}
                    aria-pressed={isShown}
                    aria-label={`${prompt} in ${title}: ${words}`}
                    onClick={() => onShow(prompt, id)}
                  >
                    <Icon size={13} aria-hidden="true" />
                    {words}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  );
}

function statusOf(cell: CheckCell | undefined) {
  switch (cell?.kind) {
    case undefined:
      return { Icon: CircleDashed, words: 'not checked', status: 'none' };
    case 'checking':
      return { Icon: Loader, words: 'checking…', status: 'none' };
    case 'failed':
      return { Icon: TriangleAlert, words: 'no result', status: 'failed' };
    case 'checked':
      return cell.reach.difference === undefined
        ? { Icon: Check, words: 'as simulated', status: 'same' }
        : { Icon: EqualNot, words: 'differs', status: 'differs' };
  }
}

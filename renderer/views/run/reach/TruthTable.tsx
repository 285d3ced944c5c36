import { Check, CircleDashed, EqualNot, Loader, TriangleAlert } from 'lucide-react';
import { type CheckCell, checkKey } from '../../../store/run/reach-checks.ts';
import styles from './TruthTable.module.css';

interface TruthTableProps {
  readonly server: string;
  readonly prompts: readonly string[];
  readonly clients: readonly { readonly id: string; readonly title: string }[];
  /** By `checkKey`. */
  readonly cells: Readonly<Record<string, CheckCell>>;
  readonly shown: { readonly prompt: string; readonly client: string } | undefined;
  readonly onShow: (prompt: string, client: string) => void;
}

/** Prompts by agents of this computer: whether each arrives as known. */
export function TruthTable({ server, prompts, clients, cells, shown, onShow }: TruthTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls has to be reached with the keyboard.
    <section aria-label="Prompts by agents" tabIndex={0} className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.top}>
              Prompt
            </th>
            {clients.map(({ id, title }) => (
              <th key={id} scope="col" className={styles.top}>
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
                const { Icon, words, look } = lookOf(cells[checkKey(server, prompt, id)]);
                const isShown = shown?.prompt === prompt && shown.client === id;
                return (
                  <td key={id}>
                    <button
                      type="button"
                      className={styles.cell}
                      data-look={look}
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
      </table>
    </section>
  );
}

function lookOf(cell: CheckCell | undefined) {
  switch (cell?.kind) {
    case undefined:
      return { Icon: CircleDashed, words: 'not checked', look: 'none' };
    case 'checking':
      return { Icon: Loader, words: 'checking…', look: 'none' };
    case 'failed':
      return { Icon: TriangleAlert, words: 'no result', look: 'failed' };
    case 'checked':
      return cell.reached.difference === undefined
        ? { Icon: Check, words: 'as known', look: 'same' }
        : { Icon: EqualNot, words: 'differs', look: 'differs' };
  }
}

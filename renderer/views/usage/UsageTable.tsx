import { useCallback, useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { showHidden } from '../../../src/base/visible-text.ts';
import type { ServerSummary, UsageView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import type { Checks } from '../../store/preview/checks.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import styles from './UsageTable.module.css';

const periods = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Period = (typeof periods)[number]['value'];

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** How the prompts of a server are used by the client applications of this computer. */
export default function UsageTable({ server }: { readonly server: ServerSummary }) {
  const { checks } = useWorkbenchActions();
  const [period, setPeriod] = useState<Period>('7');
  const [usage, setUsage] = useState<UsageView>();
  const [failure, setFailure] = useState<string>();

  const read = useCallback(
    async (before?: (loaded: Checks) => Promise<unknown>) => {
      try {
        const loaded = await checks();
        await before?.(loaded);
        setUsage(await loaded.usage(server.name, Number(period)));
        setFailure(undefined);
      } catch (error) {
        setFailure(sentence(error));
      }
    },
    [checks, server.name, period],
  );
  useEffect(() => inBackground(read()), [read]);

  return (
    <Section
      title="Usage"
      aside={
        <Row align="center" gap={2}>
          <SmallSelect label="Period" value={period} options={periods} onChange={setPeriod} />
          <Button variant="quiet" onPress={() => inBackground(read())}>
            Read again
          </Button>
        </Row>
      }
    >
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {usage && usage.keeps === 'off' && (
        <Row align="center" wrap gap={3}>
          <Text tone="soft">
            Calls are not kept. Without their values, they can be counted here; they stay on this computer.
          </Text>
          <Button onPress={() => inBackground(read((loaded) => loaded.keepCalls('names')))}>
            Keep calls without values
          </Button>
        </Row>
      )}
      {usage && usage.entries.length > 0 && <Table usage={usage} />}
      {usage && usage.entries.length === 0 && usage.keeps !== 'off' && (
        <Text tone="faint">No client application has used this server in this time.</Text>
      )}
      {usage && usage.entries.length > 0 && usage.unused.length > 0 && (
        <Text tone="soft" size="s">
          {`Not used: ${showHidden(usage.unused.join(', '))}`}
        </Text>
      )}
    </Section>
  );
}

function Table({ usage: { entries } }: { readonly usage: UsageView }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: in a narrow window, the keys scroll it.
    <section className={styles.scroller} aria-label="Calls" tabIndex={0}>
      <table className={styles.table} aria-label="Calls by prompt and tool">
        <thead>
          <tr>
            {['Prompt or tool', 'Calls', 'Clients', 'Errors', 'Median', '95 %', 'Last use'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ kind, name, calls, clients, errors, medianMs, p95Ms, lastUse }) => (
            <tr key={`${kind} ${name}`}>
              <th scope="row" title={showHidden(name)}>
                {kind === 'tool' ? `${showHidden(name)} (tool)` : showHidden(name)}
              </th>
              <td>{calls.toLocaleString()}</td>
              <td>{clients}</td>
              <td data-errors={errors > 0 || undefined}>{errors}</td>
              <td>{duration(medianMs)}</td>
              <td>{duration(p95Ms)}</td>
              <td>
                <time dateTime={lastUse}>{date.format(new Date(lastUse))}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function duration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

import { useCallback, useEffect, useState } from 'react';
import { sentence } from '../../../src/base/errors.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { ServerSummary, TeamServerView, UsageView } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { ScrollingTable } from '../../components/layout/ScrollingTable.tsx';
import { Section } from '../../components/layout/Section.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import type { Checks } from '../../store/preview/checks.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { Teams } from '../../store/team/teams.ts';
import styles from './UsageTable.module.css';

const periods = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Period = (typeof periods)[number]['value'];

const otherHeadings = ['Clients', 'Errors', 'Median', '95 %', 'Last use'];

const strings = {
  noSuchServer: (server: string) => `This team server has no server ${server}, or you don't have access to it.`,
};

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The kept calls of this computer. */
const here = 'here';

/** Usage, and where it is from: this computer, or a team server by its id. */
interface UsageResult extends Pick<UsageView, 'entries' | 'unused'> {
  readonly from: string;
  /** Of this computer. */
  readonly keeps?: UsageView['keeps'];
}

/** How the prompts of a server are used: by the people of a team server, or the client applications of this computer. */
export default function UsageTable({ server }: { readonly server: ServerSummary }) {
  const actions = useWorkbenchActions();
  const [period, setPeriod] = useState<Period>('7');
  /** Undefined until a person chooses: a team server that has the server, else this computer. */
  const [from, setFrom] = useState<string>();
  const [teams, setTeams] = useState<readonly TeamServerView[]>([]);
  const [usage, setUsage] = useState<UsageResult>();
  const [failure, setFailure] = useState<string>();

  const read = useCallback(
    async (before?: (loadedChecks: Checks) => Promise<unknown>) => {
      const days = Number(period);
      try {
        const [checks, loadedTeams] = await Promise.all([actions.loadChecks(), actions.teams()]);
        await before?.(checks);
        const readyTeams = await loadedTeams.listReady();
        setTeams(readyTeams);
        const rows =
          from === here
            ? undefined
            : await readTeams(loadedTeams, from === undefined ? readyTeams : [{ id: from }], server.name, days);
        if (from !== undefined && from !== here && !rows) throw new Error(strings.noSuchServer(server.name));
        setUsage(rows ?? { from: here, ...(await checks.readUsage(server.name, days)) });
        setFailure(undefined);
      } catch (error) {
        setUsage(undefined);
        setFailure(sentence(error));
      }
    },
    [actions, server.name, period, from],
  );
  useEffect(() => inBackground(read()), [read]);
  const shownFrom = from ?? usage?.from ?? here;

  return (
    <Section
      title="Usage"
      aside={
        <Row align="center" gap={2}>
          {teams.length > 0 && (
            <SmallSelect
              label="From"
              value={shownFrom}
              options={[
                { value: here, label: 'This computer' },
                ...teams.map(({ id, name }) => ({ value: id, label: showHidden(name) })),
              ]}
              onChange={setFrom}
            />
          )}
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
            Calls are not kept. If you keep them without their values, this page can count them. They stay on this
            computer.
          </Text>
          <Button onPress={() => inBackground(read((loadedChecks) => loadedChecks.keepCalls('names')))}>
            Keep calls without values
          </Button>
        </Row>
      )}
      {usage && usage.entries.length > 0 && <Table usage={usage} />}
      {usage && usage.entries.length === 0 && usage.keeps !== 'off' && (
        <Text tone="faint">
          {usage.from === here
            ? 'No client application has used this server in this period.'
            : 'This server was not called in this period.'}
        </Text>
      )}
      {usage && usage.entries.length > 0 && usage.unused.length > 0 && (
        <Text tone="soft" size="s">
          {`Not used: ${showHidden(usage.unused.join(', '))}`}
        </Text>
      )}
    </Section>
  );
}

/** The usage of the first team server that has the server; undefined if none has it. @throws WorkbenchError */
async function readTeams(
  teams: Teams,
  candidates: readonly Pick<TeamServerView, 'id'>[],
  server: string,
  days: number,
): Promise<UsageResult | undefined> {
  for (const { id } of candidates) {
    const usage = await teams.readUsage({ id, server, days });
    if (usage) return { from: id, ...usage };
  }
  return undefined;
}

function Table({ usage: { entries, from } }: { readonly usage: UsageResult }) {
  const hasPeople = from !== here;
  return (
    <ScrollingTable label="Calls by prompt and tool" className={styles.table}>
      <thead>
        <tr>
          {['Prompt or tool', 'Calls', ...(hasPeople ? ['People'] : []), ...otherHeadings].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ kind, name, calls, people, clients, errors, medianMs, p95Ms, lastUse }) => (
          <tr key={`${kind} ${name}`}>
            <th scope="row" title={showHidden(name)}>
              {kind === 'tool' ? `${showHidden(name)} (tool)` : showHidden(name)}
            </th>
            <td>{calls.toLocaleString()}</td>
            {hasPeople && <td>{people.toLocaleString()}</td>}
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
    </ScrollingTable>
  );
}

function duration(ms: number | undefined): string {
  if (ms === undefined) return '–';
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}

import { CopyButton } from '../../components/controls/CopyButton.tsx';
import { Stack } from '../../components/layout/primitives.tsx';
import { JsonText } from '../../components/text/JsonText.tsx';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './AnswerExchange.module.css';
import { WithLastGood } from './WithLastGood.tsx';

const selector = ({ preview }: WorkbenchState) => {
  if (preview.status === 'result') return preview.result.exchange;
  return preview.status === 'error' ? preview.error.exchange : undefined;
};

/** The JSON-RPC request and response of the answer. */
export function AnswerExchange() {
  const exchange = useWorkbench(selector);
  if (!exchange) return <WithLastGood draw={() => null} />;
  return (
    <>
      <Part title="Request" value={exchange.request} />
      <Part title="Response" value={exchange.response} />
    </>
  );
}

function Part({ title, value }: { title: string; value: unknown }) {
  return (
    <Stack gap={1}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <CopyButton label={`Copy the ${title.toLowerCase()}`} text={() => JSON.stringify(value, null, 2)} />
      </div>
      <JsonText label={title} value={value} />
    </Stack>
  );
}

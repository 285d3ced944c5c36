import { type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { formatCount } from '../../../src/base/text/format-count.ts';
import { showHidden } from '../../../src/base/text/visible-text.ts';
import type { Advice } from '../../../src/contract/contract.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Text } from '../../components/layout/primitives.tsx';
import { SeverityIcon } from '../../components/status/SeverityIcon.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchStore } from '../../store/StoreProvider.tsx';
import type { WorkbenchState } from '../../store/state.ts';
import { jumpToLine, jumpToProblem } from './jump.ts';
import styles from './ProblemsPanel.module.css';

/** The pause after a change before the advice is read again. */
const debounceMs = 300;

const selectRevision = ({ filesRevision }: WorkbenchState) => filesRevision;

/**
 * What lint says: advice about prompts and tools without errors, each with its correction in one press.
 * @param props.above is shown above advice, `otherwise` without any
 */
export default function AdviceList({ above, otherwise }: { readonly above: ReactNode; readonly otherwise: ReactNode }) {
  const { actions } = useWorkbenchStore();
  const revision = useWorkbench(selectRevision);
  const [advice, setAdvice] = useState<readonly Advice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the advice is about the files of this revision.
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const checks = await actions.loadChecks();
      const newAdvice = await checks.listAdvice().catch(() => undefined);
      if (newAdvice && !isOver) setAdvice(newAdvice);
    };
    const timer = setTimeout(() => inBackground(read()), debounceMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [actions, revision]);
  if (advice.length === 0) return otherwise;
  return (
    <>
      {above}
      <section aria-label="Advice">
        <h3 className={styles.file}>
          Advice
          <span>{formatCount(advice.length, 'finding')}</span>
        </h3>
        <ul>
          {advice.map((entry) => (
            <AdviceRow key={entry.id} advice={entry} />
          ))}
        </ul>
      </section>
    </>
  );
}

function AdviceRow({ advice }: { readonly advice: Advice }) {
  const store = useWorkbenchStore();
  const { severity, message, rule, file, line, column, fix } = advice;
  return (
    <Row as="li" align="start" gap="2px">
      <AriaButton className={cx(styles.problem)} onPress={() => jumpToProblem(store, advice)}>
        <SeverityIcon severity={severity} size={14} />
        <Text as="span" breaks grow>
          <Message text={message} breakout={advice.breakout} />
        </Text>
        <span className={styles.tag}>{rule}</span>
      </AriaButton>
      {fix !== undefined && (
        <span className={styles.fixes}>
          <Button onPress={() => inBackground(store.actions.loadChecks().then((checks) => checks.fixAdvice(advice)))}>
            {fix}
          </Button>
        </span>
      )}
      <AriaButton className={cx(styles.line)} onPress={() => inBackground(jumpToLine(store, advice))}>
        {`${file}:${line}:${column}`}
      </AriaButton>
    </Row>
  );
}

/** The sentence, with the value that breaks out in red. */
function Message({ text, breakout }: { readonly text: string; readonly breakout: string | undefined }) {
  const value = breakout === undefined ? '' : JSON.stringify(breakout);
  const at = value === '' ? -1 : text.indexOf(value);
  if (at < 0) return showHidden(text);
  return (
    <>
      {showHidden(text.slice(0, at))}
      <code className={styles.escape}>{showHidden(value)}</code>
      {showHidden(text.slice(at + value.length))}
    </>
  );
}

import { Timer } from 'lucide-react';
import { DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { maxRunLimits, usualRunLimits } from '../../../src/model/run-limits.ts';
import { IconButton } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Field } from '../../components/fields/Field.tsx';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { Text } from '../../components/layout/primitives.tsx';
import { SmallDialog } from '../../components/overlay/SmallDialog.tsx';
import { parseNumber, printNumber } from '../../store/arguments/number-text.ts';
import { useWorkbench } from '../../store/StoreProvider.tsx';
import type { RunLimits } from '../../store/state/run.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './LimitsMenu.module.css';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

const selector = ({ run }: WorkbenchState) => run.limits;

/** How long a run takes at most, and how long its answer is. */
export function LimitsMenu() {
  return (
    <DialogTrigger>
      <IconButton label="Limits of runs">
        <Timer size={16} />
      </IconButton>
      <Popover className={cx(styles.popover)} placement="bottom end" offset={4}>
        <SmallDialog label="Limits of runs" className={styles.dialog}>
          <LimitField name="timeoutMs" label="Time limit" unit="seconds" factor={1_000} />
          <LimitField name="maxOutputTokens" label="Length of an answer" unit="tokens" factor={1} />
          <Text tone="faint" size="s">
            {strings.aboutLimits}
          </Text>
        </SmallDialog>
      </Popover>
    </DialogTrigger>
  );
}

interface LimitFieldProps {
  readonly name: keyof RunLimits;
  readonly label: string;
  readonly unit: string;
  /** How much of the limit one unit is. */
  readonly factor: number;
}

function LimitField({ name, label, unit, factor }: LimitFieldProps) {
  const limit = useWorkbench(selector)[name];
  const runs = useRuns();
  const max = maxRunLimits[name] / factor;
  const { field, problem } = useNameDraft({
    name: printNumber(limit === undefined ? undefined : limit / factor),
    check(text) {
      const number = parseNumber(text);
      const isValid =
        number === undefined || (Number.isInteger(number) && Number(number) >= 1 && Number(number) <= max);
      return isValid ? undefined : { severity: 'error', message: strings.limitRange(max, unit) };
    },
    onCommit(text) {
      const number = parseNumber(text);
      runs.setLimit(name, typeof number === 'number' ? number * factor : undefined);
    },
  });
  return (
    <Field
      label={label}
      hint={
        <Text as="span" tone="faint" size="s">
          {unit}
        </Text>
      }
      placeholder={(usualRunLimits[name] / factor).toLocaleString('en')}
      {...field}
      problems={problem ? [problem] : []}
    />
  );
}

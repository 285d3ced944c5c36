import { Label } from 'react-aria-components/Label';
import { Slider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import { minBudget } from '../../../src/model/search.ts';
import { Button } from '../../components/controls/Button.tsx';
import { cx } from '../../components/cx.ts';
import { Row, Stack } from '../../components/layout/primitives.tsx';
import { textClass } from '../../components/layout/text-class.ts';
import type { SearchReport } from '../../store/state/searches.ts';
import styles from './BudgetControl.module.css';

interface BudgetControlProps {
  readonly report: SearchReport;
  /** The budget to try, in tokens. */
  readonly value: number;
  /** The budget of the prompt, in tokens. */
  readonly promptBudget: number;
  /** Undefined returns to the prompt's budget. */
  readonly onTry: (budget: number | undefined) => void;
  /** Writes the tried budget into the prompt. */
  readonly onUse?: () => void;
}

/** The end of the slider, in tokens, unless the prompt has a larger budget. */
const usualMaxBudget = 10_000;
const step = 100;
const tokens = (count: number) => `${count.toLocaleString('en')} tokens`;

/** The budget as a slider, above a bar with the share of each passage that the model reads. */
export function BudgetControl({ report, value, promptBudget, onTry, onUse }: BudgetControlProps) {
  const maxBudget = Math.max(usualMaxBudget, promptBudget);
  const readPassages = report.passages.filter(({ text }) => text !== '');
  return (
    <Stack gap={1}>
      <Slider
        value={value}
        minValue={minBudget}
        maxValue={maxBudget}
        step={step}
        onChange={(next) => onTry(next === promptBudget ? undefined : next)}
        className={cx(styles.slider)}
      >
        <Label className={textClass({ weight: 'medium' })}>Budget</Label>
        <SliderOutput className={textClass({ tone: 'soft', tabular: true })}>{tokens(value)}</SliderOutput>
        <SliderTrack className={cx(styles.track)}>
          {({ state }) => (
            <>
              <div className={styles.fill} style={{ width: `${state.getThumbPercent(0) * 100}%` }} />
              <SliderThumb className={cx(styles.thumb)} />
            </>
          )}
        </SliderTrack>
      </Slider>
      <div aria-hidden="true" className={styles.used}>
        {readPassages.map(({ source, location, title, tokens: length }) => (
          <span
            key={`${source} ${location}`}
            className={styles.part}
            style={{ width: `${(100 * length) / Math.max(value, report.tokens)}%` }}
            title={`${title}: ${tokens(length)}`}
          />
        ))}
      </div>
      <div className={styles.line}>
        <span>{`${tokens(report.tokens)} used`}</span>
        {value !== promptBudget && (
          <Row gap={2}>
            <Button variant="quiet" onPress={() => onTry(undefined)}>
              {`Reset to ${promptBudget.toLocaleString('en')}`}
            </Button>
            {onUse && <Button onPress={onUse}>{`Use ${value.toLocaleString('en')}`}</Button>}
          </Row>
        )}
      </div>
    </Stack>
  );
}

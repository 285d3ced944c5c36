import { type FormEvent, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { sentence } from '../../../src/base/errors.ts';
import { Button } from '../../components/controls/Button.tsx';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Fold } from '../../components/layout/Fold.tsx';
import { Stack, Text } from '../../components/layout/primitives.tsx';
import { ScrollingTable } from '../../components/layout/ScrollingTable.tsx';
import { Notice } from '../../components/status/Notice.tsx';
import { inBackground } from '../../in-background.ts';
import styles from './PricesFold.module.css';
import { strings } from './strings.ts';
import { useRuns } from './useRuns.ts';

/** The prices for the costs of runs whose runner reports none. */
export function PricesFold() {
  return (
    <Fold title="Prices">
      <PriceList />
    </Fold>
  );
}

function PriceList() {
  const { prices } = useRuns();
  const { list } = useStore(prices.state);
  const [failure, setFailure] = useState<string>();
  const carryOut = (work: Promise<void>) =>
    inBackground(
      work.then(
        () => setFailure(undefined),
        (error: unknown) => setFailure(sentence(error)),
      ),
    );
  useEffect(() => {
    inBackground(prices.read().catch((error: unknown) => setFailure(sentence(error))));
  }, [prices]);
  return (
    <Stack gap={3}>
      <Text tone="soft" size="s">
        {strings.aboutPrices}
      </Text>
      {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
      {list && (
        <>
          <Checkbox isSelected={list.usesKnown} onChange={(uses) => carryOut(prices.includeKnown(uses))}>
            Use these prices where a runner reports no cost
          </Checkbox>
          <ScrollingTable label="Prices" frame={styles.frame} className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Model</th>
                <th scope="col">In</th>
                <th scope="col">Out</th>
                <th scope="col">As of</th>
                <th scope="col">With</th>
              </tr>
            </thead>
            <tbody>
              {list.own.map(({ model, inUsd, outUsd, asOf }) => (
                <tr key={`own ${model}`}>
                  <th scope="row">{model}</th>
                  <td>{`$${inUsd}`}</td>
                  <td>{`$${outUsd}`}</td>
                  <td>{asOf}</td>
                  <td>
                    <Button
                      variant="quiet"
                      aria-label={`Remove your price for ${model}`}
                      onPress={() => carryOut(prices.remove(model))}
                    >
                      Remove
                    </Button>
                  </td>
                </tr>
              ))}
              {list.known.map(({ model, inUsd, outUsd, asOf, service }) => (
                <tr key={`${service} ${model}`} data-off={!list.usesKnown || undefined}>
                  <th scope="row">{model}</th>
                  <td>{`$${inUsd}`}</td>
                  <td>{`$${outUsd}`}</td>
                  <td>{asOf}</td>
                  <td>{service}</td>
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
          <NewPrice onPrice={(price) => carryOut(prices.save(price))} />
        </>
      )}
    </Stack>
  );
}

interface NewPriceProps {
  readonly onPrice: (price: { model: string; inUsd: number; outUsd: number }) => void;
}

function NewPrice({ onPrice }: NewPriceProps) {
  const [model, setModel] = useState('');
  const [inUsd, setIn] = useState('');
  const [outUsd, setOut] = useState('');
  const isPrice = (text: string) => /^\d+(?:\.\d+)?$/.test(text.trim());
  const isReady = model.trim() !== '' && isPrice(inUsd) && isPrice(outUsd);
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    onPrice({ model: model.trim(), inUsd: Number(inUsd), outUsd: Number(outUsd) });
    for (const clear of [setModel, setIn, setOut]) clear('');
  };
  return (
    <form onSubmit={add} className={styles.form}>
      <Field label="Model" mono value={model} onChange={setModel} />
      <Field label="$ per million in" mono value={inUsd} onChange={setIn} />
      <Field label="$ per million out" mono value={outUsd} onChange={setOut} />
      <Button type="submit" isDisabled={!isReady}>
        Set price
      </Button>
    </form>
  );
}

import { Suspense, useState } from 'react';
import { SmallSelect } from '../../components/controls/SmallSelect.tsx';
import { lazyView } from '../../components/status/lazy-view.tsx';

const KindDialog = lazyView(() => import('./KindDialog.tsx'));

interface KindSelectProps<T extends string> {
  readonly label: string;
  readonly kind: T;
  readonly kinds: readonly { readonly value: T; readonly label: string; readonly note?: string }[];
  /** What a change to another kind removes, in words; empty if the new kind holds everything. */
  readonly lostIn: (kind: T) => readonly string[];
  readonly onChange: (kind: T) => void;
}

/** The kind of a content. A change that removes something asks first. */
export function KindSelect<T extends string>({ label, kind, kinds, lostIn, onChange }: KindSelectProps<T>) {
  const [pendingChoice, setPendingChoice] = useState<{ readonly kind: T; readonly lostParts: readonly string[] }>();
  const choose = (next: T) => {
    const losses = lostIn(next);
    if (losses.length > 0) setPendingChoice({ kind: next, lostParts: losses });
    else if (next !== kind) onChange(next);
  };
  return (
    <>
      <SmallSelect label={label} prefix="Kind:" value={kind} options={kinds} onChange={choose} />
      {pendingChoice && (
        <Suspense>
          <KindDialog
            kind={kinds.find(({ value }) => value === pendingChoice.kind)?.label ?? pendingChoice.kind}
            lostParts={pendingChoice.lostParts}
            onCancel={() => setPendingChoice(undefined)}
            onConfirm={() => {
              setPendingChoice(undefined);
              onChange(pendingChoice.kind);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { isIconSource } from '../../../../src/base/formats.ts';
import type { KeyPath } from '../../../../src/base/json.ts';
import { formatCount } from '../../../../src/base/text/format-count.ts';
import { Button, IconButton } from '../../../components/controls/Button.tsx';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Fold } from '../../../components/layout/Fold.tsx';
import { Stack, Text } from '../../../components/layout/primitives.tsx';
import { inBackground } from '../../../in-background.ts';
import { pathKey } from '../../../store/definition/json.ts';
import { useWorkbench, useWorkbenchActions } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import { ListField } from '../messages/ListField.tsx';
import styles from './IconList.module.css';

/** Pictures that clients may show beside a name. `at` is the path of the list. */
export function IconList({ at }: { at: KeyPath }) {
  const count = useWorkbench((state) => {
    const list = valueIn(state, at);
    return Array.isArray(list) ? list.length : 0;
  });
  const problems = useProblemsAt(at);
  const { restructure } = useWorkbenchActions();
  const [isAdding, setAdding] = useState(false);
  return (
    <Fold
      title="Icons"
      summary={count > 0 ? formatCount(count, 'icon') : undefined}
      opens={problems.length > 0}
      place={pathKey(at)}
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row edits an index.
        <IconRow key={index} listAt={at} index={index} />
      ))}
      <FieldProblems problems={problems.filter((problem) => problem.at.length <= at.length)} />
      {!isAdding ? (
        <div className={styles.add}>
          <Button variant="quiet" onPress={() => setAdding(true)}>
            <Plus size={14} />
            Add icon
          </Button>
        </div>
      ) : (
        <NewIcon
          onEnd={(src) => {
            setAdding(false);
            if (src === undefined) return;
            inBackground(restructure(at, (before) => [...(Array.isArray(before) ? before : []), { Src: src }]));
          }}
        />
      )}
    </Fold>
  );
}

/** The address of a new icon. Nothing is written until it is valid; an empty one is dropped. */
function NewIcon({ onEnd }: { onEnd: (src: string | undefined) => void }) {
  const [address, setAddress] = useState('');
  const hasEnded = useRef(false);
  const end = (src: string | undefined) => {
    if (!hasEnded.current) onEnd(src);
    hasEnded.current = true;
  };
  const src = address.trim();
  const isWrong = src !== '' && !isIconSource(src);
  const finish = () => {
    if (!isWrong) end(src === '' ? undefined : src);
  };
  return (
    <Field
      label="Address of the new icon"
      mono
      autoFocus
      isPending
      placeholder="https://… or data:image/png;base64,…"
      description="Press Enter to add it."
      value={address}
      onChange={setAddress}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
        if (key === 'Escape') end(undefined);
      }}
    />
  );
}

const themes = [
  { value: 'any', label: 'Any' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

function IconRow({ listAt, index }: { listAt: KeyPath; index: number }) {
  const at = [...listAt, index];
  const src = useDefinitionField([...at, 'Src']);
  const mimeType = useDefinitionField([...at, 'MimeType'], { removesWhenEmpty: true });
  const theme = useDefinitionField([...at, 'Theme']);
  const { editAsStep, restructureWithNotice } = useWorkbenchActions();
  const otherProblems = useProblemsAt(at).filter(
    ({ at: place }) => place.length === at.length || place[at.length] === 'Theme',
  );
  const remove = () =>
    inBackground(
      restructureWithNotice(`Removed icon ${index + 1}`, listAt, (before) =>
        Array.isArray(before) && before.length > 1 ? before.toSpliced(index, 1) : undefined,
      ),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <fieldset> cannot be a grid in every browser.
    <div role="group" aria-label={`Icon ${index + 1}`} data-at={pathKey(at)} className={styles.icon}>
      <Picture key={src.value} src={src.value} />
      <Text as="div" shrink>
        <Field label="Address" mono placeholder="https://… or data:image/png;base64,…" {...src} />
      </Text>
      <IconButton label={`Remove icon ${index + 1}`} onPress={remove}>
        <Trash2 size={14} />
      </IconButton>
      <div className={styles.more}>
        <Field label="MIME type" mono placeholder="image/png" {...mimeType} />
        <ListField at={[...at, 'Sizes']} label="Sizes" placeholder="48x48, or any" removesWhenEmpty />
        <Stack align="start" gap="3px">
          <Text as="span" tone="soft" size="s" weight="medium">
            Theme
          </Text>
          <Segmented
            label={`Theme of icon ${index + 1}`}
            value={theme.value === 'light' || theme.value === 'dark' ? theme.value : 'any'}
            options={themes}
            onChange={(next) => editAsStep([...at, 'Theme'], next === 'any' ? undefined : next)}
          />
        </Stack>
      </div>
      <FieldProblems problems={otherProblems} />
    </div>
  );
}

/** Shows embedded pictures only: the workbench loads nothing from a network. */
function Picture({ src }: { src: string }) {
  return (
    <span className={styles.picture}>
      {/^data:image\//i.test(src) && <img src={src} alt="" onError={(event) => event.currentTarget.remove()} />}
    </span>
  );
}

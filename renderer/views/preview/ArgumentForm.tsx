import { memo } from 'react';
import { isSameData } from '../../../src/base/json.ts';
import type { PromptSummary } from '../../../src/contract/contract.ts';
import { originKey } from '../../components/answer/origin.ts';
import { CompletedText } from '../../components/fields/CompletedText.tsx';
import { RequiredMark } from '../../components/fields/RequiredMark.tsx';
import { ValueControl } from '../../components/fields/ValueControl.tsx';
import { Text } from '../../components/layout/primitives.tsx';
import { onLineEnter } from '../../components/overlay/keys.ts';
import { threadOf } from '../../components/text/thread.ts';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { selectValues } from '../../store/selectors.ts';
import type { WorkbenchState } from '../../store/state.ts';
import styles from './ArgumentForm.module.css';
import { PreviewNeeds } from './PreviewNeeds.tsx';

/** Nothing while the answer itself lacks a permission: the answer says so. */
const selectCompletionNeeds = ({ preview, completionNeeds }: WorkbenchState) => ({
  completion: preview.status === 'error' && preview.error.needs ? undefined : completionNeeds,
});

type Argument = PromptSummary['arguments'][number];
type OnHighlight = (key: string | undefined) => void;

interface ArgumentFormProps {
  readonly prompt: PromptSummary;
  /** Gets the origin key of the focused argument, or undefined when the focus leaves. */
  readonly onHighlight: OnHighlight;
}

/** The argument values for the preview, kept for each prompt. */
export function ArgumentForm({ prompt, onHighlight }: ArgumentFormProps) {
  const values = useWorkbench(selectValues);
  const { completion } = useWorkbench(selectCompletionNeeds);
  const { refreshPreview } = useWorkbenchActions();
  return (
    <section
      aria-label="Argument values"
      className={styles.form}
      onKeyDown={onLineEnter(() => inBackground(refreshPreview()))}
    >
      {prompt.arguments.map((argument, place) => (
        <ArgumentField
          key={argument.name}
          argument={argument}
          place={place}
          value={values[argument.name] ?? ''}
          onHighlight={onHighlight}
        />
      ))}
      {completion && <PreviewNeeds subject={`The completion of ${completion.argument}`} needs={completion.needs} />}
    </section>
  );
}

interface ArgumentFieldProps {
  readonly argument: Argument;
  readonly place: number;
  readonly value: string;
  readonly onHighlight: OnHighlight;
}

/** Memoized, because a prompt can have hundreds of arguments. */
const ArgumentField = memo(function ArgumentField({ argument, place, value, onHighlight }: ArgumentFieldProps) {
  const { name } = argument;
  const { setValue, completeValue } = useWorkbenchActions();
  const onFocusChange = (isFocused: boolean) =>
    onHighlight(isFocused ? originKey({ kind: 'argument', name }) : undefined);
  if (argument.kind !== undefined)
    return (
      <ValueControl
        label={argument.title ?? name}
        rules={argument}
        hint={<Hint {...argument} />}
        description={argument.description}
        hue={threadOf(place)}
        argument={name}
        placeholder={argument.required ? undefined : argument.default}
        value={value}
        onChange={(next) => setValue(name, next)}
        onFocusChange={onFocusChange}
      />
    );
  return (
    <CompletedText
      label={argument.title ?? name}
      hint={<Hint {...argument} />}
      description={argument.description}
      hue={threadOf(place)}
      argument={name}
      // The default of a required argument is never used.
      placeholder={argument.required ? undefined : argument.default}
      value={value}
      onChange={(typedText) => setValue(name, typedText)}
      complete={(typedText) => completeValue(name, typedText)}
      onFocusChange={onFocusChange}
    />
  );
}, isSameData);

/** Focuses the field of an argument. */
export function focusValue(name: string): void {
  document.querySelector<HTMLElement>(`[data-value-of="${CSS.escape(name)}"] :is(textarea, input, button)`)?.focus();
}

function Hint({ required, default: defaultValue }: Argument) {
  if (required) return <RequiredMark />;
  return (
    <Text as="span" tone="faint" size="xs">
      {defaultValue === undefined ? 'optional' : 'has a default'}
    </Text>
  );
}

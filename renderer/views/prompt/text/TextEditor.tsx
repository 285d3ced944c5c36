import { Suspense, useRef } from 'react';
import { findDoubtfulSlots } from '../../../../src/model/template/foreign-slots.ts';
import { formatTokens } from '../../../components/answer/text-size.ts';
import { useTokenEstimate } from '../../../components/answer/useTokenEstimate.ts';
import { Segmented } from '../../../components/controls/Segmented.tsx';
import { FieldProblems } from '../../../components/fields/FieldProblems.tsx';
import { Text } from '../../../components/layout/primitives.tsx';
import { lazyView } from '../../../components/status/lazy-view.tsx';
import { CodeText } from '../../../components/text/CodeText.tsx';
import { requestSlot } from '../../../components/text/insert-slot.ts';
import { inBackground } from '../../../in-background.ts';
import { selectSlotArguments } from '../../../store/arguments/argument-selectors.ts';
import { withTextKind } from '../../../store/content/blocks.ts';
import { withoutFrontMatter } from '../../../store/content/front-matter.ts';
import type { TextForm } from '../../../store/content/prompt-form.ts';
import { useWorkbench, useWorkbenchActions, useWorkbenchStore } from '../../../store/StoreProvider.tsx';
import { useDefinitionField, useProblemsAt } from '../../editor/useDefinitionField.ts';
import { createAndJump } from '../../shell/held-keys.ts';
import { nameNewArgument } from '../arguments/name-new-argument.ts';
import { strings } from '../strings.ts';
import { ForeignSlots, useForeignSlots } from './ForeignSlots.tsx';
import { InsertArgument } from './InsertArgument.tsx';
import styles from './TextEditor.module.css';

const FrontMatter = lazyView(() => import('./FrontMatter.tsx'));

interface TextEditorProps {
  readonly form: TextForm;
  readonly label: string;
  /** The prompt's main text. */
  readonly isMain?: boolean;
}

/** One text of a prompt, plain or with slots. A slot without an argument shows a problem. */
export function TextEditor({ form, label, isMain = false }: TextEditorProps) {
  const { problems: _, ...field } = useDefinitionField(form.textAt);
  const problems = useProblemsAt(form.at).filter(({ tag }) => tag !== 'UnknownSlot');
  const slotArguments = useWorkbench(selectSlotArguments);
  const store = useWorkbenchStore();
  const { addArguments, convertSlots, editAsStep, flush, keepText, makeTemplate, fillSlot } = useWorkbenchActions();
  const foreign = useForeignSlots(form);
  const doubtful = useForeignSlots(form, findDoubtfulSlots);
  const bareText = withoutFrontMatter(field.value);
  const frame = useRef<HTMLDivElement>(null);
  const slotFixes = {
    addArguments: (names: readonly string[]) => inBackground(addArguments(names)),
    nameArgument: (name: string) => {
      const backToText = () => frame.current?.querySelector<HTMLElement>('.cm-content')?.focus();
      inBackground(
        createAndJump(
          store,
          () => addArguments([name]),
          (_, isHere) => nameNewArgument(name, backToText, isHere),
        ),
      );
    },
    convertSlot: (name: string) => inBackground(convertSlots(form, [name])),
    fillSlot: (extent: { start: number; end: number }, name: string) => inBackground(fillSlot(form, extent, name)),
    keepText: (extent: { start: number; end: number }) => inBackground(keepText(form, extent)),
    makeTemplate: () => inBackground(makeTemplate(form)),
  };
  /** The pressed button is gone then, so the focus moves to the text. */
  const removeFrontMatter = (text: string) => {
    editAsStep(form.textAt, text);
    inBackground(flush());
    frame.current?.querySelector<HTMLElement>('.cm-content')?.focus();
  };
  return (
    <div ref={frame} className={styles.editor}>
      {bareText !== undefined && (
        <Suspense>
          <FrontMatter label={label} onRemove={() => removeFrontMatter(bareText)} />
        </Suspense>
      )}
      {foreign.length > 0 && <ForeignSlots form={form} label={label} slots={foreign} />}
      {doubtful.length > 0 && <ForeignSlots form={form} label={label} slots={doubtful} areDoubtful />}
      <CodeText
        label={label}
        {...field}
        language={form.isTemplate ? 'template' : 'text'}
        slotArguments={slotArguments}
        slotFixes={slotFixes}
        isInvalid={problems.some(({ severity }) => severity === 'error')}
      />
      <div className={styles.below}>
        {form.isTemplate && (
          <InsertArgument
            label={label}
            args={slotArguments}
            onInsert={(name) => requestSlot(frame.current, { name })}
            onAdd={slotFixes.nameArgument}
          />
        )}
        {isMain && <TokenCount text={field.value} isTemplate={form.isTemplate} />}
      </div>
      <FieldProblems problems={problems} />
    </div>
  );
}

/** About how many tokens the text is to a model, updated while a person types. The preview counts the answer. */
function TokenCount({ text, isTemplate }: { text: string; isTemplate: boolean }) {
  const tokens = useTokenEstimate(text);
  const isKnown = tokens !== undefined && text !== '';
  return (
    <Text tone="faint" size="xs" tabular className={styles.tokens} title={isKnown ? strings.tokens : undefined}>
      {isKnown && `${isTemplate ? 'template' : 'text'} ≈ ${formatTokens(tokens)}`}
    </Text>
  );
}

const kinds = [
  { value: 'text', label: 'Plain' },
  { value: 'template', label: 'Template' },
] as const;

/** Switches whether backticks are slots; the text itself does not change. */
export function TextSwitch({ form, label }: { form: TextForm; label: string }) {
  const { restructure } = useWorkbenchActions();
  return (
    <Segmented
      label={`${label} kind`}
      value={form.isTemplate ? 'template' : 'text'}
      options={kinds}
      onChange={(kind) => {
        inBackground(restructure(form.at, (before) => withTextKind(before, kind === 'template')));
      }}
    />
  );
}

import type { KeyPath } from '../../../../src/base/json.ts';
import { textOfBlock } from '../../../store/content/blocks.ts';
import { useWorkbench } from '../../../store/StoreProvider.tsx';
import { valueIn } from '../../../store/selectors.ts';
import { TextEditor, TextSwitch } from '../text/TextEditor.tsx';

/** The text of a block, in any of its forms. */
export function TextBlock({ at, label }: { at: KeyPath; label: string }) {
  const form = useTextForm(at);
  return form && <TextEditor form={form} label={label} />;
}

/** Switches whether backticks are slots. */
export function TextBlockSwitch({ at, label }: { at: KeyPath; label: string }) {
  const form = useTextForm(at);
  return form && <TextSwitch form={form} label={label} />;
}

function useTextForm(at: KeyPath) {
  return textOfBlock(
    useWorkbench((state) => valueIn(state, at)),
    at,
  );
}

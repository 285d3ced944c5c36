/** A text of the open definition that takes effect outside the window: it is written when the person has finished it. */

import type { KeyPath } from '../../../src/base/json.ts';
import { useNameDraft } from '../../components/fields/useNameDraft.ts';
import { useDefinitionField } from './useDefinitionField.ts';

/** As `useDefinitionField`, written on Enter and when the person leaves the field. Escape restores the written text. */
export function useFinishedField(at: KeyPath, options?: Parameters<typeof useDefinitionField>[1]) {
  const { place, value, onChange, onBlur, problems } = useDefinitionField(at, options);
  const { field, isPending } = useNameDraft({
    name: value,
    check: () => undefined,
    onCommit: (text) => {
      onChange(text);
      onBlur();
    },
  });
  return { place, ...field, problems: isPending ? [] : problems };
}

/** Changes of a prompt that lose something: their notices offer Undo. */
import type { KeyPath } from '../../../src/base/json.ts';
import type { StoreContext } from '../context.ts';
import type { DefinitionActions } from '../definition/definition.ts';
import type { Json } from '../definition/json.ts';
import { selectArgumentNames } from './argument-names.ts';
import { type ContentForm, convertContent } from './content.ts';

export interface ContentActions {
  /** As `restructure`, with a notice that offers Undo; `label` is the notice's sentence without the full stop. */
  restructureWithNotice(
    label: string,
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<void>;
  /** Converts a prompt's content to another form; a notice names what was lost and offers Undo. */
  changeContentForm(at: KeyPath, form: ContentForm): Promise<void>;
}

export function createContentActions(
  { get, notify }: StoreContext,
  { edit, restructure }: Pick<DefinitionActions, 'edit' | 'restructure'>,
): ContentActions {
  async function restructureWithNotice(
    label: string | (() => string | undefined),
    at: KeyPath,
    change: (before: Json | undefined) => Json | undefined,
  ): Promise<void> {
    const done = await restructure(at, change);
    const sentence = typeof label === 'string' ? label : label();
    if (done && sentence !== undefined) notify(`${sentence}.`, { label: sentence });
  }

  return {
    restructureWithNotice,
    async changeContentForm(at, form) {
      let lost: readonly string[] = [];
      const label = () => (lost.length > 0 ? `Lost in the conversion: ${listed(lost)}` : undefined);
      await restructureWithNotice(label, at, (before) => {
        const names = selectArgumentNames(get());
        const own = get().sources.list.filter(({ builtin }) => !builtin);
        const converted = convertContent(before, form, {
          argument: names.find((name) => name !== ''),
          // With several sources the choice is the person's.
          sources: own.length === 1 ? own.map(({ name }) => name) : [],
        });
        lost = converted.lost;
        if (converted.asksFor !== undefined && names.length === 0)
          edit([...at.slice(0, -1), 'Arguments'], [{ Name: converted.asksFor, Required: true }]);
        return converted.value;
      });
    },
  };
}

/** `a, b and c`. */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

import type { KeyPath } from '../../../src/base/json.ts';
import { Checkbox } from '../../components/controls/Checkbox.tsx';
import { TokenField } from '../../components/fields/TokenField.tsx';
import { inBackground } from '../../in-background.ts';
import { tagsIn } from '../../store/definition/details.ts';
import { type Json, pathKey } from '../../store/definition/json.ts';
import { useWorkbenchActions } from '../../store/StoreProvider.tsx';
import { useProblemsAt } from '../editor/useDefinitionField.ts';
import { SkillFiles } from './SkillFiles.tsx';

interface SkillSettingsProps {
  readonly at: KeyPath;
  readonly settings: Readonly<Record<string, Json>>;
}

/** What every skill can say of its tools, its files and who starts it. */
export function SkillSettings({ at, settings }: SkillSettingsProps) {
  const { edit, editAsStep, flush } = useWorkbenchActions();
  const list = (key: string) => (next: readonly string[]) => {
    editAsStep([...at, key], next.length > 0 ? [...next] : undefined);
    inBackground(flush());
  };
  return (
    <>
      <TokenField
        label="Allowed tools"
        noun="tool"
        hint="which the skill may use without asking"
        placeholder="Read, Bash(git *)"
        place={pathKey([...at, 'AllowedTools'])}
        tokens={tagsIn(settings.AllowedTools)}
        suggestions={[]}
        problems={useProblemsAt([...at, 'AllowedTools'])}
        onChange={list('AllowedTools')}
      />
      <SkillFiles at={[...at, 'Files']} files={tagsIn(settings.Files)} onChange={list('Files')} />
      <Checkbox
        isSelected={settings.UserInvocable !== false}
        onChange={(next) => {
          edit([...at, 'UserInvocable'], next ? undefined : false);
          inBackground(flush());
        }}
      >
        A person can start it too, in clients that support it
      </Checkbox>
    </>
  );
}

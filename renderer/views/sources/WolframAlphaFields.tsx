import { useEffect, useState } from 'react';
import { Button } from '../../components/controls/Button.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { inBackground } from '../../in-background.ts';
import { useWorkbench, useWorkbenchActions } from '../../store/StoreProvider.tsx';
import type { AppIdState } from '../../store/state/searches.ts';
import { useDefinitionField } from '../editor/useDefinitionField.ts';
import styles from './fields.module.css';
import { strings } from './strings.ts';

const optionalField = { removesWhenEmpty: true };

/** The address and AppID of Wolfram|Alpha. */
export function WolframAlphaFields() {
  const baseUrl = useDefinitionField(['BaseUrl'], optionalField);
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <Field label="Address" mono placeholder="For a proxy, or for tests" {...baseUrl} />
      </div>
    </div>
  );
}

const origins: Readonly<Record<AppIdState['from'], string>> = {
  environment: strings.appIdFromEnvironment,
  keychain: strings.appIdInKeychain,
  file: strings.appIdInFile,
  none: strings.noAppId,
};

/** Sets and removes the credential of Wolfram|Alpha, and never shows it. */
export function AppId() {
  const from = useWorkbench(({ sources }) => sources.appId?.from);
  const { refreshAppId, setAppId } = useWorkbenchActions();
  const [typedKey, setTypedKey] = useState('');
  useEffect(() => inBackground(refreshAppId()), [refreshAppId]);
  if (from === undefined) return null;
  const keep = async (appId: string) => {
    await setAppId(appId);
    setTypedKey('');
  };
  return (
    <div className={styles.appId}>
      <Field
        label="AppID"
        mono
        placeholder="XXXXXX-XXXXXXXXXX"
        description={origins[from]}
        value={typedKey}
        onChange={setTypedKey}
      />
      <Button isDisabled={typedKey.trim() === ''} onPress={() => inBackground(keep(typedKey.trim()))}>
        Save
      </Button>
      {(from === 'keychain' || from === 'file') && (
        <Button variant="quiet" onPress={() => inBackground(keep(''))}>
          Remove
        </Button>
      )}
    </div>
  );
}

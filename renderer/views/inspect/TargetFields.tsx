import { Field } from '../../components/fields/Field.tsx';
import { strings } from './strings.ts';

interface TargetFieldsProps {
  readonly kind: 'command' | 'url';
  /** The command or the address. */
  readonly line: string;
  readonly onLineChange: (line: string) => void;
  /** Variables or headers, one a line. */
  readonly secrets: string;
  readonly onSecretsChange: (secrets: string) => void;
  /** A server that is not in the list yet: an example is shown, and typing begins here. */
  readonly isNew?: boolean;
}

const texts = {
  command: {
    line: { label: 'Command', description: strings.aboutCommandLine },
    example: 'npx -y some-mcp-server',
    secrets: { label: 'Variables', description: strings.aboutVariables, placeholder: 'API_KEY=…' },
  },
  url: {
    line: { label: 'Address', description: strings.aboutAddress },
    example: 'http://127.0.0.1:3000/mcp',
    secrets: { label: 'Headers', description: strings.aboutHeaders, placeholder: 'Authorization: Bearer …' },
  },
};

/** The command or address of an inspected server, and the secrets that it needs. */
export function TargetFields({ kind, isNew = false, ...props }: TargetFieldsProps) {
  const { line, example, secrets } = texts[kind];
  return (
    <>
      <Field
        key={kind}
        {...line}
        {...(isNew && { placeholder: example, autoFocus: true })}
        value={props.line}
        onChange={props.onLineChange}
        mono
      />
      <Field {...secrets} value={props.secrets} onChange={props.onSecretsChange} mono multiline />
    </>
  );
}

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './Button.tsx';

interface CopyButtonProps {
  /** What is copied, for the accessible name: "Copy the address". */
  readonly label: string;
  readonly text: string;
}

/** How long the button says that it did it, in milliseconds. */
const shown = 1500;

export function CopyButton({ label, text }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <IconButton
      label={isCopied ? 'Copied' : label}
      onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {isCopied ? <Check size={14} /> : <Copy size={14} />}
    </IconButton>
  );
}

import { Text } from '../layout/primitives.tsx';

/** Beside the label of a value that is required. */
export function RequiredMark() {
  return (
    <Text as="span" tone="accent" size="xs">
      required
    </Text>
  );
}

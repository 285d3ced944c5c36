import type { PointerEvent } from 'react';

/** A handler that gives a text field a tooltip with its text while that is cut off. */
export function showWholeText({ currentTarget: field }: PointerEvent<HTMLInputElement>): void {
  field.title = field.scrollWidth > field.clientWidth ? field.value : '';
}

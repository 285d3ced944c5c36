const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** How a shortcut is written on this system: `Ctrl+Z`, `⌘Z`. */
export function shortcut(keys: string): string {
  return isApple ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`;
}

/** Whether the system's command key is held: Ctrl, or ⌘ on Apple's. */
export function hasCommandKey(event: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return isApple ? event.metaKey : event.ctrlKey;
}

/** The two names that the main process and the preload agree on. */
export const channels = {
  /** Renderer to main, `invoke(name, input)` → `Reply`: exceptions in a one-way message would never reach the page. */
  call: 'workbench:call',
  /** Renderer to main, empty: send me the events from now on. Main to renderer: one `EventMessage`. */
  events: 'workbench:events',
} as const;

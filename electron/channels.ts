/** The IPC channels between the main process and the preload. */
export const channels = {
  /** Renderer to main, `invoke(name, input)` → `Reply`: exceptions in a one-way message would never reach the page. */
  call: 'workbench:call',
  /** Renderer to main, empty: subscribes to events. Main to renderer: one `EventMessage`. */
  events: 'workbench:events',
  /** Renderer to main: one `WindowReport`. */
  report: 'workbench:report',
  /** Main to renderer: one `CommandId`, chosen in the menu. */
  command: 'workbench:command',
} as const;

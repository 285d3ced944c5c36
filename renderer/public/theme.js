// Runs before the first paint, so that a theme chosen against the system's never flashes. The policy allows no inline
// script, and a module would run too late.
try {
  const { theme } = JSON.parse(localStorage.getItem('prompt-workbench') ?? '{}');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Unreadable settings mean the system's theme.
}

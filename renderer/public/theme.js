// Runs before the first paint, so that a theme chosen against the system's never flashes. The policy allows no inline
// script, and a module would run too late.
(() => {
  const { dataset } = document.documentElement;
  let theme;
  try {
    theme = JSON.parse(localStorage.getItem('prompt-workbench') ?? '{}').theme;
  } catch {
    // Unreadable settings mean the system's theme.
  }
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (theme === 'contrast' || matchMedia('(prefers-contrast: more)').matches) dataset.contrast = 'more';
})();

import { useEffect } from 'react';
import { useWorkbench } from '../../store/StoreProvider.tsx';

/** Sets the theme attributes that styles/tokens.css reads. public/theme.js sets them before the first paint. */
export function useTheme(): void {
  const theme = useWorkbench((state) => state.theme);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const wish = window.matchMedia('(prefers-contrast: more)');
    const show = () => {
      if (theme === 'light' || theme === 'dark') dataset.theme = theme;
      else delete dataset.theme;
      if (theme === 'contrast' || wish.matches) dataset.contrast = 'more';
      else delete dataset.contrast;
    };
    show();
    wish.addEventListener('change', show);
    return () => wish.removeEventListener('change', show);
  }, [theme]);
}

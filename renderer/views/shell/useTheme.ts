import { useEffect } from 'react';
import { useWorkbench } from '../../store/StoreProvider.tsx';

/** Puts the chosen theme where styles/tokens.css reads it. */
export function useTheme(): void {
  const theme = useWorkbench((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}

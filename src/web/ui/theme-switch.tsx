/** Switches between the system's theme, light and dark. */
import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { THEME_KEY } from './theme-script.ts';
import styles from './theme-switch.module.css';

type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };

function apply(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** A button that walks through system, light and dark, and says which it is. */
export function ThemeSwitch({ showLabel = false }: { readonly showLabel?: boolean }) {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => {
    const chosen = document.documentElement.dataset.theme;
    if (chosen === 'light' || chosen === 'dark') setTheme(chosen);
  }, []);
  const Icon = ICONS[theme];
  const onClick = () => {
    const next = NEXT[theme];
    apply(next);
    setTheme(next);
  };
  return (
    <button type="button" className={styles.switch} onClick={onClick} title={`Theme: ${theme}`}>
      <Icon className="icon" aria-hidden="true" />
      <span className={showLabel ? undefined : 'sr'}>Theme: {theme}</span>
    </button>
  );
}

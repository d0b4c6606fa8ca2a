import { store } from './store/store.ts';

/** Sets `data-theme` on the page: what the reader chose, or what their system asks for. */
export function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const { theme } = store.getState();
    document.documentElement.dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
  };
  dark.addEventListener('change', apply);
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) apply();
  });
  apply();
}

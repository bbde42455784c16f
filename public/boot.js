// Runs before the first paint: theme, density and language on <html>. A file and not an inline script, so that the content security policy
// needs no exception. src/ui/theme.ts and src/i18n/i18n.ts take over from here and use the same keys.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage may be closed to us; the defaults hold
    }
  };
  const root = document.documentElement;
  const theme = kept('greben.theme');
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.density = matchMedia('(pointer: coarse), (max-width: 47.99rem)').matches ? 'touch' : 'desk';
  const languages = ['bg', 'en'];
  const browser = (navigator.language || '').slice(0, 2).toLowerCase();
  const wanted = [kept('greben.language'), kept('greben.salon-language'), browser, 'en'];
  root.lang = wanted.find((language) => languages.includes(language)) || 'en';
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = dark ? '#11181a' : '#f6f4f0';
})();

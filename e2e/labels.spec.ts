import type { Page } from '@playwright/test';
import { expect, open, test, titles } from './setup/fixtures.ts';

/** All pairs of words on the timeline whose real boxes overlap, and words that the picture's edge cuts. */
const troubles = (page: Page) =>
  page.getByRole('region', { name: 'Timeline' }).evaluate((card) => {
    const edge = card.getBoundingClientRect();
    const words = [...card.querySelectorAll('svg text')]
      .filter((text) => text.textContent && text.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((text) => ({ text: text.textContent ?? '', box: text.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const found: string[] = words.length < 8 ? ['there are hardly any words'] : [];
    for (const [index, { text, box }] of words.entries()) {
      if (box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom)
        found.push(`cut: ${text}`);
      for (const other of words.slice(index + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // a line's box is a little higher than its letters
        if (wide > 0.5 && high > 3) found.push(`${text} / ${other.text}: ${wide.toFixed(1)} × ${high.toFixed(1)}`);
      }
    }
    return found;
  });

for (const width of [1440, 1024, 768, 390]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`no two labels overlap at ${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await page.evaluate(() => document.fonts.ready);
      for (const title of await titles(page)) {
        await open(page, title);
        expect.soft(await troubles(page), title).toEqual([]);
        for (const check of ['token', 'nothing']) {
          await page.getByRole('radio', { name: check, exact: true }).check();
          expect.soft(await troubles(page), `${title}, ${check}`).toEqual([]);
        }
      }
      // the page itself does not scroll sideways
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  }
}

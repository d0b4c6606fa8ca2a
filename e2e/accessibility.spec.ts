import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, mark, test } from './setup/fixtures.ts';

const violations = async (page: Page) => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Why' }).click();
      await page.getByText('More', { exact: true }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('radio', { name: 'token', exact: true }).check();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Help' }).click();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await mark(page, 'Client A').focus();
      await page.keyboard.press('.');
      expect(await violations(page)).toEqual([]);
    });
  }
}

import { expect, test } from './setup/fixtures.ts';

test('every order finds the lost update and opens it, and says so where there is none', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Explore' }).click();
  const orders = page.getByRole('region', { name: 'Every order' });
  await orders.getByRole('button', { name: 'Follow every order' }).click();
  await expect(orders.getByText(/found after [\d,]+ states/)).toBeVisible({ timeout: 20_000 });
  await orders.getByRole('button', { name: 'Open it as a timeline' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Lost update' }).first()).toBeVisible();
  await page.keyboard.press('Control+z');
  await page.getByRole('radio', { name: 'version', exact: true }).check();
  await page.getByRole('button', { name: 'Explore' }).click();
  await orders.getByRole('button', { name: 'Follow every order' }).click();
  await expect(orders.getByText(/Safe in every order/)).toBeVisible({ timeout: 20_000 });
});

test('the map of two settings is drawn, read by the arrows, and opened by Enter', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Explore' }).click();
  const map = page.getByRole('region', { name: 'Map' });
  await map.getByRole('button', { name: 'Draw the map' }).click();
  const chart = map.getByRole('button', { name: /Arrows move, Enter opens/ });
  await chart.focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const said = map.getByRole('status').last();
  await expect(said).toContainText('Safe');
  for (let n = 0; n < 9; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(said).toContainText('Lost update');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
});

import { test as base, expect, type Page } from '@playwright/test';

/** A page that must not complain: an error or a warning on its console fails the test. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await use(page);
    expect(complaints).toEqual([]);
  },
});

export { expect };

/** The verdict's words. */
export const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' }).getByRole('status');

/** A thing on the timeline, by the beginning of its name. */
export const mark = (page: Page, name: string | RegExp) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('button', { name, exact: typeof name === 'string' });

/** Opens a shipped scenario: from the list, or from the menu that stands for it on a small screen. */
export async function open(page: Page, title: string): Promise<void> {
  const menu = page.getByRole('combobox', { name: 'Scenario' });
  if (await menu.isVisible()) await menu.selectOption({ label: title });
  else await page.getByRole('navigation').getByRole('button', { name: title }).click();
}

/** The shipped scenarios' titles, in order. */
export async function titles(page: Page): Promise<string[]> {
  await expect(verdict(page)).toBeVisible();
  return page.locator('#scenario option').allTextContents();
}

import type { Page } from '@playwright/test';
import { expect, mark, test, verdict } from './setup/fixtures.ts';

/** Drags from a point of the page by so many px, in small moves. */
async function drag(page: Page, from: { x: number; y: number }, by: number, watch?: () => Promise<void>) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const steps = Math.ceil(Math.abs(by) / 8);
  for (let n = 1; n <= steps; n++) {
    await page.mouse.move(from.x + (by * n) / steps, from.y);
    await watch?.();
  }
  await page.mouse.up();
}

/** The middle of a mark's right edge, in px of the page, once it has come to rest. */
async function rightEnd(page: Page, name: RegExp) {
  let box: { x: number; y: number; width: number; height: number } | null = null;
  await expect(async () => {
    const before = box;
    box = await mark(page, name).boundingBox();
    expect(box).not.toBeNull();
    expect(box).toEqual(before);
  }).toPass({ intervals: [100] });
  const { x, y, width, height } = box as unknown as { x: number; y: number; width: number; height: number };
  return { x: x + width, y: y + height / 2 };
}

test('dragging a pause shorter makes the lost update vanish under the hand, and longer brings it back', async ({
  page,
}) => {
  await page.goto('/');
  await expect(verdict(page)).toHaveText(/^Lost update/);
  const seen: string[] = [];
  const watch = async () => {
    const title = (await verdict(page).innerText()).split(' ')[0] as string;
    if (seen.at(-1) !== title) seen.push(title);
  };
  const end = await rightEnd(page, /^Client A is paused/);
  await drag(page, end, -395, watch);
  // in between, A writes after B's grant and before B has read: stale, and nothing is lost
  expect(seen).toEqual(['Lost', 'Stale', 'Safe']);
  await expect(verdict(page)).toHaveText(/^Safe/);

  seen.length = 0;
  const shorter = await rightEnd(page, /^Client A is paused/);
  await drag(page, shorter, 420, watch);
  expect(seen).toEqual(['Safe', 'Stale', 'Lost']);
  await expect(verdict(page)).toHaveText(/^Lost update/);

  // each drag is one step of undo
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict(page)).toHaveText(/^Safe/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Faults' }).getByLabel('for')).toHaveValue('15');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('dragging along a lane pauses it', async ({ page }) => {
  await page.goto('/');
  const lane = await mark(page, 'Client B').boundingBox();
  const timeline = await page.getByRole('region', { name: 'Timeline' }).boundingBox();
  if (!lane || !timeline) throw new Error('not on the page');
  // on B's lane, where nothing else lies
  await drag(page, { x: timeline.x + 250, y: (await mark(page, /^Client B believes/).boundingBox())?.y ?? 0 }, 60);
  await expect(page.getByRole('region', { name: 'Faults' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Faults' })).toContainText('Client B is paused');
});

test('dragging an arrowhead delays the message', async ({ page }) => {
  await page.goto('/');
  const arrow = await mark(page, /^Client B to Redis: acquire/).boundingBox();
  if (!arrow) throw new Error('not on the page');
  await drag(page, { x: arrow.x + arrow.width - 1, y: arrow.y + 3 }, 40);
  await expect(page.getByRole('region', { name: 'Faults' })).toContainText('“acquire” from B to Redis is held up');
  await expect(mark(page, /^Client B to Redis: acquire.*held up/)).toBeVisible();
});

test('the wheel zooms, and Fit shows everything again', async ({ page }) => {
  await page.goto('/');
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const box = await timeline.boundingBox();
  if (!box) throw new Error('not on the page');
  await expect(page.getByRole('button', { name: 'Fit' })).toBeDisabled();
  await page.mouse.move(box.x + 300, box.y + 150);
  await page.mouse.wheel(0, -400);
  await expect(page.getByRole('button', { name: 'Fit' })).toBeEnabled();
  await page.getByRole('button', { name: 'Fit' }).click();
  await expect(page.getByRole('button', { name: 'Fit' })).toBeDisabled();
});

test('by keyboard alone: a pause past the lease, a delay, a loss, the check, and all of it undone', async ({
  page,
}) => {
  await page.goto('/');
  await mark(page, /^Client A is paused/).focus();
  for (let n = 0; n < 12; n++) await page.keyboard.press('Shift+ArrowLeft');
  await expect(verdict(page)).toHaveText(/^Safe/);
  await expect(page.getByRole('region', { name: 'Faults' }).getByLabel('for')).toHaveValue('3');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('region', { name: 'Faults' }).getByRole('listitem')).toHaveCount(0);

  await page.getByRole('region', { name: 'Log' }).getByRole('button', { name: 'Go to 3 s' }).first().focus();
  await page.keyboard.press('Enter');
  await mark(page, 'Client A').focus();
  await page.keyboard.press('p');
  const pause = mark(page, /^Client A is paused/);
  await expect(pause).toBeFocused();
  for (let n = 0; n < 12; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(verdict(page)).toHaveText(/^Lost update/);

  const message = mark(page, /^Client B to Redis: acquire/);
  await message.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(page.getByRole('region', { name: 'Faults' }).getByLabel('by')).toHaveValue('1');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Faults' })).toContainText('“acquire” from B to Redis is lost');

  const undo = page.getByRole('button', { name: 'Undo' });
  for (let n = 0; n < 100 && (await undo.isEnabled()); n++) await page.keyboard.press('Control+z');
  await expect(verdict(page)).toHaveText(/^Lost update/);
  await expect(page.getByRole('region', { name: 'Faults' }).getByLabel('for')).toHaveValue('15');
});

test('what a drag does can be done by number, from the thing’s own dialog', async ({ page }) => {
  await page.goto('/');
  await mark(page, /^Client B to Redis: acquire/).focus();
  await page.keyboard.press('.');
  const dialog = page.getByRole('dialog', { name: '“acquire” from B to Redis' });
  await dialog.getByLabel('Hold it up by').fill('2.5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Faults' }).getByLabel('by')).toHaveValue('2.5');

  await mark(page, 'Redis').focus();
  await page.keyboard.press('.');
  await page.getByRole('dialog', { name: 'Redis' }).getByRole('button', { name: 'Crash for good' }).click();
  await expect(page.getByRole('region', { name: 'Faults' })).toContainText('Redis crashes for good');
});

test('help opens with ?, and Escape closes it', async ({ page }) => {
  await page.goto('/');
  await expect(verdict(page)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeHidden();
});

import { expect, open, test, titles, verdict } from './setup/fixtures.ts';

test('opens on a lost update; one click on the token check makes it safe, and undo brings it back', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('A pause outlasts the lease · Fencepost');
  await expect(verdict(page)).toHaveText(/^Lost update A slept through its lease and overwrote B's write\./);
  await page.getByRole('radio', { name: 'token', exact: true }).check();
  await expect(verdict(page)).toHaveText("Safe A's late write carries token 33. Storage has seen 34, and refuses it.");
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('incr');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(verdict(page)).toHaveText(/^Lost update/);
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('none');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(verdict(page)).toHaveText(/^Safe/);
});

test('explains the verdict, and goes to each of its moments', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Why' }).click();
  const why = page.getByRole('region', { name: 'Verdict' }).getByRole('listitem');
  await expect(why.first()).toHaveText(/400 ms Redis grants the lock to A for 10 s/);
  await why.filter({ hasText: "ends A's lease" }).getByRole('button').click();
  await expect(page.getByRole('toolbar')).toContainText('10.4 s');
});

test('tells what each party believes at the playhead, and marks the lie', async ({ page }) => {
  await page.goto('/');
  const beliefs = page.getByRole('region', { name: 'Beliefs' });
  await expect(beliefs).toContainText('“I hold the lock.” It ended 8 s ago.');
  await expect(beliefs).toContainText("v2 by A, built on v0. B's v1 is gone.");
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(beliefs).toContainText('The lock is free.');
  await expect(beliefs).not.toContainText('ago');
});

test('steps, plays to the end, and filters the log', async ({ page }) => {
  await page.goto('/');
  const time = page.getByRole('toolbar');
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(time).toContainText('400 ms');
  await page.getByLabel('Speed').selectOption('10');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(time).toContainText('19.6 s', { timeout: 10_000 });
  await page.getByLabel('Filter the log').fill('grants');
  const rows = page.getByRole('region', { name: 'Log' }).getByRole('row');
  await expect(rows).toHaveCount(3); // the head, and two grants
  await rows.last().getByRole('button').click();
  await expect(time).toContainText('11.4 s');
});

test('shows every shipped scenario, and its verdict in words', async ({ page }) => {
  await page.goto('/');
  const all = await titles(page);
  expect(all.length).toBeGreaterThanOrEqual(8);
  for (const title of all) {
    await open(page, title);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(verdict(page)).toHaveText(/^(Lost update|Holder refused|Unfenced effect|Safe) \S.{20,}/);
  }
});

test('keeps the timeline over a reload', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Lease' }).fill('30');
  await expect(verdict(page)).toHaveText(/^Safe/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Lease' })).toHaveValue('30');
  await expect(verdict(page)).toHaveText(/^Safe/);
});

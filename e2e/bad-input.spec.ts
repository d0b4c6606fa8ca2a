import { readFileSync } from 'node:fs';
import { expect, test, verdict } from './setup/fixtures.ts';

const good = JSON.parse(readFileSync('src/scenario/library/strict-check.json', 'utf8'));
const crowd = Array.from({ length: 10_000 }, (_, n) => ({ name: `c${n}` }));

const bad: [what: string, text: string, message: RegExp][] = [
  ['is no JSON', '{"version": 1', /expected a JSON document, found text that is not JSON/],
  ['is of another version', JSON.stringify({ ...good, version: 7 }), /version: expected 1, found 7/],
  [
    'has a wrong field',
    JSON.stringify({ ...good, lock: { service: 'redis', ttl: 'long' } }),
    /lock\.ttl: expected number, found "long"/,
  ],
  [
    'has 10,000 clients',
    JSON.stringify({ ...good, clients: crowd }),
    /clients: expected at most 8, found a list of 10,000/,
  ],
  [
    'asks for a million events',
    JSON.stringify({ ...good, limits: { events: 1_000_000 } }),
    /limits\.events: expected 100,000 or less/,
  ],
  ['is too large', ' '.repeat(1_000_001), /expected at most 1,000,000 bytes/],
];

for (const [what, text, message] of bad) {
  test(`a file that ${what} is refused, and the timeline stays`, async ({ page }) => {
    await page.goto('/');
    await page
      .getByLabel('Scenario file')
      .setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be used' })).toContainText(message);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A pause outlasts the lease');
    await expect(verdict(page)).toHaveText(/^Lost update/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('cannot be used')).toBeHidden();
  });
}

test('a good file opens, by the button and by dropping it, and markup in it is text', async ({ page }) => {
  await page.goto('/');
  const title = '<img src=x onerror=alert(1)> forty characters';
  await page.getByLabel('Scenario file').setInputFiles({
    name: 'good.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...good, id: 'mine', title })),
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  await expect(verdict(page)).toHaveText(/^Holder refused/);

  const transfer = await page.evaluateHandle(
    (text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      return data;
    },
    JSON.stringify({ ...good, title: 'Dropped' }),
  );
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Dropped');
});

test('a number out of range is refused where it is typed, with the range', async ({ page }) => {
  await page.goto('/');
  const lease = page.getByRole('textbox', { name: 'Lease' });
  await lease.fill('0');
  await expect(page.getByText('A number from 0.001 to 3,600 s')).toBeVisible();
  await expect(lease).toHaveAttribute('aria-invalid', 'true');
  await expect(verdict(page)).toHaveText(/^Lost update/);
  await lease.blur();
  await expect(lease).toHaveValue('10');
});

test('takes the edges: no clients, a lease of 1 ms, a pause of 0', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('region', { name: 'Faults' }).getByLabel('for').fill('0');
  await expect(verdict(page)).toHaveText(/^Safe/);
  await page.getByRole('textbox', { name: 'Lease' }).fill('0.001');
  await expect(verdict(page)).toHaveText(/\S/);
  await page.getByLabel('Scenario file').setInputFiles({
    name: 'empty.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ version: 1, title: 'Nobody', clients: [] })),
  });
  await expect(verdict(page)).toHaveText('Safe Nothing was written.');
  await expect(page.getByText('Nothing happens in this timeline.')).toBeVisible();
});

test('works where the browser keeps nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await page.getByRole('radio', { name: 'token', exact: true }).check();
  await expect(verdict(page)).toHaveText(/^Safe/);
});

import { chromium } from 'playwright-core';
import { startStack } from './harness/stack.ts';
import { signIn } from './harness/editor.ts';
import { DEMO_ADMIN } from '../run/admin-account.ts';
const DIST = new URL('../site/node_modules/.cache/e2e', import.meta.url).pathname;
const stack = await startStack();
try {
  await stack.stopCms();
  await stack.startCms({ CONSENT_PUBLISH: 'manual' });
  await stack.startSite(DIST);
  const editor = await signIn(stack.at.cms);
  await editor.editTexts({ bannerTitle: 'Noch nicht in Kraft' }, 'de');
  await editor.editTexts({ bannerTitle: 'A calmer banner' });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
  for (const [name, width, dark] of [['desktop', 1280, false], ['dark', 1280, true], ['320', 320, false], ['320dark', 320, true]] as const) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-GB', extraHTTPHeaders: { 'x-country': 'DE' } });
    const page = await context.newPage();
    await page.goto(await editor.previewLink({ url: stack.at.site + (dark ? '/de/' : '/'), place: 'US-CA', gpc: dark }));
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/shots/site-${name}.png` });
    await context.close();
  }
  for (const [name, width, dark] of [['desktop', 1440, false], ['dark', 1440, true], ['320', 320, false]] as const) {
    const context = await browser.newContext({ baseURL: stack.at.cms, viewport: { width, height: 1000 }, colorScheme: dark ? 'dark' : 'light', locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto('/admin/auth/login');
    await page.fill('input[name=email]', DEMO_ADMIN.email);
    await page.fill('input[name=password]', DEMO_ADMIN.password);
    await page.click('button[type=submit]');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    await page.goto('/admin/plugins/consent/releases');
    const open = page.getByRole('button', { name: 'Preview on the site' });
    await open.waitFor();
    await page.screenshot({ path: `/tmp/shots/admin-page-${name}.png` });
    await open.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/shots/admin-${name}.png` });
    await dialog.getByRole('button', { name: 'Make a link' }).press('Enter');
    await dialog.getByRole('button', { name: 'Copy the link' }).waitFor();
    await page.waitForTimeout(800);
    await page.screenshot({ path: `/tmp/shots/admin-made-${name}.png` });
    await dialog.getByRole('button', { name: 'Copy the link' }).scrollIntoViewIfNeeded();
    await page.screenshot({ path: `/tmp/shots/admin-made-end-${name}.png` });
    await context.close();
  }
  await browser.close();
} finally {
  await stack.stop();
}
process.exit(0);
